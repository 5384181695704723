"""Hands an index to an agent as tools; here they are called by hand: python agent_tools.py FOLDER."""

import sys

import citeline


def main(folder: str) -> None:
    """LangChain tools, and the same as plain functions for any other framework."""
    with citeline.index(folder) as index:
        for tool in citeline.as_tools(index):
            print(tool.name, sorted(tool.args))
        ask, search, query, verify = citeline.as_tools(index, "functions")
        print(ask("how is a card charged?"))
        print(search("discount", top_k=1))
        print(query('$.code.function("charge").callers()'))
        print(verify("Cards are charged in `src/shop/payment.py:900`."))


main(*sys.argv[1:])
