"""What the name of a file says."""


def file_stem(filename: str) -> str:
    """Return a file's name without folders and ending."""
    name = filename.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name
