"""Failures as errors that people read."""

import math

from engine.errors import (
    ModelBroken,
    ModelBusy,
    ModelContextTooLong,
    ModelError,
    ModelKeyRefused,
    ModelNoCredit,
    ModelNotFound,
    ModelRateLimited,
    ModelRefusedRequest,
    ModelSilent,
    ModelUnreachable,
    ModelUrlWrong,
)
from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import Endpoint

_PLAIN: dict[FailureKind, type[ModelError]] = {
    FailureKind.KEY: ModelKeyRefused,
    FailureKind.CREDIT: ModelNoCredit,
    FailureKind.MODEL: ModelNotFound,
    FailureKind.BROKEN: ModelBroken,
}


def error_for(failure: Failure, endpoint: Endpoint) -> ModelError:
    """The error to raise when nothing was produced."""
    who = {"endpoint": endpoint.name, "model": endpoint.model}
    match failure.kind:
        case FailureKind.URL:
            return ModelUrlWrong(**who, url=endpoint.address)
        case FailureKind.UNREACHABLE:
            return ModelUnreachable(**who, url=endpoint.address)
        case FailureKind.RATE:
            return ModelRateLimited(**who, seconds=math.ceil(failure.retry_after or 0))
        case FailureKind.BUSY:
            return ModelBusy(**who, status=failure.status)
        case FailureKind.SILENT:
            return ModelSilent(**who, seconds=round(failure.seconds))
        case FailureKind.CONTEXT:
            return ModelContextTooLong(**who, context=failure.context)
        case FailureKind.REFUSED:
            return ModelRefusedRequest(**who, reason=f"{failure.status} {failure.code}".strip())
        case kind:
            return _PLAIN[kind](**who)
