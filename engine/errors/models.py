"""A model or its endpoint did not give a reply."""

from engine.errors.tree import ModelError


class DemoInstallFailed(ModelError):
    """The demonstration model's packages could not be installed. Data: ``reason``, the installer's own words."""

    message = "error-demo-install"


class DemoStartFailed(ModelError):
    """The demonstration model's server did not start. Data: ``log``, the path of its log."""

    message = "error-demo-start"


class NoModelConfigured(ModelError):
    """No endpoint is set for a role. Data: ``role``."""

    message = "error-model-none"


class ModelKeyRefused(ModelError):
    """The endpoint refuses the key, or there is none. Data: ``endpoint``, ``model``."""

    message = "error-model-key"


class ModelNoCredit(ModelError):
    """The account behind the key has nothing left to spend. Data: ``endpoint``, ``model``."""

    message = "error-model-credit"


class ModelNotFound(ModelError):
    """The endpoint does not have this model. Data: ``endpoint``, ``model``."""


class ModelUrlWrong(ModelError):
    """Something answers at the address, but it is no model. Data: ``endpoint``, ``model``, ``url``."""

    message = "error-model-url"


class ModelUnreachable(ModelError):
    """Nothing answers at the address. Data: ``endpoint``, ``model``, ``url``."""


class ModelRateLimited(ModelError):
    """The endpoint asks for a pause. Data: ``endpoint``, ``model``, ``seconds`` (0 when it names none)."""

    message = "error-model-rate"


class ModelBusy(ModelError):
    """The endpoint fails on its own side. Data: ``endpoint``, ``model``, ``status`` (0 when it names none)."""


class ModelPaused(ModelError):
    """The endpoint failed so often that it is left alone for a moment. Data: ``endpoint``, ``model``, ``seconds``."""


class ModelSilent(ModelError):
    """No sign of life within the deadline. Data: ``endpoint``, ``model``, ``seconds``."""


class ModelBroken(ModelError):
    """The answer broke off, or could not be read, before any text. Data: ``endpoint``, ``model``."""


class ModelContextTooLong(ModelError):
    """The prompt is longer than the model takes. Data: ``endpoint``, ``model``, ``context`` (0 when it names none)."""

    message = "error-model-context"


class ModelRefusedRequest(ModelError):
    """The endpoint does not take the request. Data: ``endpoint``, ``model``, ``reason`` (status, code)."""

    message = "error-model-refused"


class AnswerUnusable(ModelError):
    """A model in the background answered twice in no shape that can be read. Data: ``endpoint``, ``model``."""


class LocalEmbeddingMissing(ModelError):
    """An embedding model is to run on this machine, but the extra for it is not installed. Data: ``model``."""

    message = "error-embedding-local-missing"


class LocalEmbeddingFailed(ModelError):
    """An embedding model on this machine could not be loaded or used. Data: ``model``."""

    message = "error-embedding-local-failed"


class EmbeddingUnfit(ModelError):
    """An embedding endpoint sent no usable vectors. Data: ``endpoint``, ``model``."""
