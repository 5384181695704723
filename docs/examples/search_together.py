"""Asks several questions side by side in one event loop: python search_together.py FOLDER QUESTION..."""

import asyncio
import sys

import citeline


async def main(folder: str, *questions: str) -> None:
    """Search for all, then answer the first."""
    with citeline.index(folder) as index:
        found = await asyncio.gather(*(citeline.asearch(question, index, top_k=3) for question in questions))
        for result in found:
            print(repr(result))
            for hit in result:
                print("   ", hit)
        answer = await citeline.aask(questions[0], index, no_model=True)
        print(repr(answer))


asyncio.run(main(*sys.argv[1:]))
