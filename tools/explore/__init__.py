"""What a model may call to look around in an index, one plain function a tool; useful without a model too.

Owns the numbering of what was found. Never asks a model, and never writes.
"""

from .desk import Desk, ToolError
from .table import TOOLS, Tool, call, explore_tools

__all__ = ["TOOLS", "Desk", "Tool", "ToolError", "call", "explore_tools"]
