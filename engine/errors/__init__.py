"""Every error that Omoide raises on purpose: one tree, drawn in ``tree``, its leaves by what they are about.

An error names a Fluent message (``config/locales/*/``) and carries the values that message needs, so that a person
reads it in their own language and an operator finds what to do. Drivers' errors are translated once, at the edge where
the driver is called, and never pass it.

Import from here. A new error is a class in the module of its subject; nothing has to be listed.
"""

from engine.errors.characters import *
from engine.errors.cradles import *
from engine.errors.database import *
from engine.errors.files import *
from engine.errors.formats import *
from engine.errors.house import *
from engine.errors.memories import *
from engine.errors.models import *
from engine.errors.people import *
from engine.errors.quick import *
from engine.errors.search import *
from engine.errors.sessions import *
from engine.errors.story import *
from engine.errors.tree import *
from engine.errors.voice import *
from engine.errors.words import *
