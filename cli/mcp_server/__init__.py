"""The MCP server: four tools, prompts and cited lines for coding agents, over stdio or HTTP on this machine.

Owns the protocol: names, schemas, allowed folders, progress, cancellation. What a tool finds and how it reads is made
elsewhere (`citeline.tools.handle`, `citeline.graph.run`, `citeline.tools.compact`).
"""
