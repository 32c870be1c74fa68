"""How world books are read by the settings of a place."""

from engine.values.house.settings import Settings
from engine.values.models.stage import WorldRules


def world_rules(settings: Settings) -> WorldRules:
    """The rules where an entry or its book does not say."""
    return WorldRules(
        scan_depth=settings.world_scan_depth,
        budget_percent=settings.world_budget,
        budget_cap=settings.world_budget_cap,
        recursive=settings.world_recursion,
        recursion_steps=settings.world_recursion_steps,
        min_activations=settings.world_min_activations,
        case_sensitive=settings.world_case,
        whole_words=settings.world_whole_words,
        group_scoring=settings.world_group_scoring,
        include_names=settings.world_names,
        book_order=settings.world_order,
        by_meaning=settings.world_top_k,
    )
