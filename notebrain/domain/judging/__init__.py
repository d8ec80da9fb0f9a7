"""The local judge: how two notes stand to each other, decided from their texts alone.

    from notebrain.domain.judging.judge import judge
    from notebrain.domain.judging.verdict import Bands, Cosines, Kind, Statement, Verdict
    from notebrain.review.meaning import WordLikeness

    like = WordLikeness(embedder)  # one for all pairs: it remembers words
    verdict = judge(Statement(old, at=then), Statement(new, at=now), Cosines(whole=0.83), like=like)
    if verdict.is_card:
        verdict.kind, verdict.confidence, verdict.evidence, verdict.newer

`judge` never raises and needs neither cosines nor `like`; with both it also recognises the same thing in other words.
It looks for contradictions before it looks for duplicates: a changed number or a "not" is nearer in meaning to what it
denies (.97 to .99) than most true paraphrases are (.50 to .80).

From the text to the verdict: `values` and `reading` (words, figures, denials), `matching` (which words say the same),
`conflicts` (what of two statements cannot both be true), `comparing` (two whole notes), `series` (what looks alike by
intent), `sameness` (duplicate, overlap, flagged), `judge`, `evidence`. Tables of words: `function_words`, `figures`,
`opposites`, `roots`.
"""
