"""The settings of the process, read once at start: environment, then ``.env``, then ``omoide.toml``, then defaults.

Only the composition root reads them and passes on what each part needs. ``.env.example`` explains every name.
"""
