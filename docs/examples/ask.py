"""Asks a folder and prints each sentence with the lines that it cites: python ask.py FOLDER QUESTION."""

import sys

import citeline


def main(folder: str, question: str) -> None:
    """Index what has changed, ask, and show what was checked."""
    with citeline.index(folder) as index:
        answer = citeline.ask(question, index, no_model=True)
        evidence: dict[int, citeline.Evidence] = {piece["id"]: piece for piece in answer.evidence}
        for claim in answer.claims:
            print(claim["text"])
            for identity in claim["evidence"]:
                piece, verdicts = evidence[identity], claim["verdicts"][str(identity)]
                print(f"    {piece['path']}:{piece['start_line']}-{piece['end_line']}  {verdicts['supports']}")
        if answer.status == "not_found":
            print(answer)


main(*sys.argv[1:])
