"""The local judge: how two notes stand to each other, decided from their texts alone.

    from notebrain.domain.judging.judge import judge
    from notebrain.domain.judging.verdict import Bands, Cosines, Kind, Statement, Verdict

    verdict = judge(Statement(old_body, at=then), Statement(new_body, at=now), Cosines(whole=0.83))
    if verdict.is_card:
        verdict.kind, verdict.confidence, verdict.evidence, verdict.newer

`judge` never raises, needs no cosines (with them it also recognises the same thing in other words), and looks for
contradictions before it looks for duplicates: a changed number or a "not" is nearer in meaning to what it denies
(.97 to .99) than most true paraphrases are (.50 to .80).
"""
