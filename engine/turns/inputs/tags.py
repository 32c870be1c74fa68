"""Which tags a reply may carry, as the settings say."""

from engine.rules.wire.tags import TagPatterns
from engine.values.house.setting_fields import FIELDS
from engine.values.house.settings import Settings
from engine.values.search import SearchMode


def patterns(settings: Settings) -> TagPatterns:
    """The tags looked for in a reply; emotions leave the text, gestures only where a place wants it so."""
    usual = TagPatterns()
    own = settings.emotion_pattern
    return TagPatterns(
        emotion=usual.emotion if own == FIELDS["emotion_pattern"].default else (own,),
        gesture=(settings.gesture_pattern,),
        hide_gestures=not settings.show_gestures,
        hide_progress=not settings.show_progress,
        sections=settings.search is not SearchMode.OFF,
    )
