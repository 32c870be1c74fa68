"""Setting up: the wizard, its questions, the model servers it finds, and the demonstration model."""
