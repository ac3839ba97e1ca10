"""`python -m ginfast`: the same as the command `ginfast`. Layer: above `cli`."""

from ginfast.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
