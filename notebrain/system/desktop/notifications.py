"""Notifications on a Linux desktop, with actions the user can choose."""

import html
from asyncio import timeout
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, cast

import jeepney
from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, message_bus
from jeepney.auth import AuthenticationError
from jeepney.io.asyncio import Proxy, open_dbus_router

from notebrain.domain.desktop.ports import Chosen, NoNotifications

_PATH, _NAME = "/org/freedesktop/Notifications", "org.freedesktop.Notifications"
_ADDRESS = DBusAddress(_PATH, bus_name=_NAME, interface=_NAME)
# the library has only partial type annotations
_new_call: Callable[..., Any] = cast("Any", jeepney).new_method_call
_ANSWER_S = 5.0
_STAYS: int = -1
"""For as long as the desktop decides."""
_LONGEST = 400
_PASSES_S = 8.0
"""Not left to the desktop, because some keep notifications that were meant to be brief."""


async def notify(
    title: str,
    text: str,
    actions: Sequence[tuple[str, str]] = (),
    *,
    desktop_file: str,
    passing: bool = False,
    bus: str = "SESSION",
) -> Chosen:
    """Show a notification, and return what the user did with it once it is gone or an action was chosen.

    Args:
        actions: Names and labels; "default" is a click on the notification itself.
        desktop_file: The id of the program's desktop file.
        passing: Let it disappear after some seconds without entering the notification list.

    Raises:
        NoNotifications: This session has no notification service.
    """
    try:
        async with open_dbus_router(bus) as opened:
            router: Any = opened
            rule = MatchRule(type="signal", interface=_NAME, path=_PATH)
            bus_itself: Any = Proxy(message_bus, opened)
            await bus_itself.AddMatch(rule)
            with router.filter(rule, bufsize=64) as signals:
                able = (await _ask(router, "GetCapabilities"))[0]
                words = text[:_LONGEST]
                body = html.escape(words, quote=False) if "body-markup" in able else words
                flat = [part for pair in actions for part in pair] if "actions" in able else []
                hints: dict[str, tuple[str, object]] = {"desktop-entry": ("s", desktop_file)}
                if passing:
                    hints["transient"] = ("b", True)
                shown = await _ask(
                    router,
                    "Notify",
                    "susssasa{sv}i",
                    ("NoteBrain", 0, "notebrain", title, body, flat, hints, _STAYS),
                )
                if not passing:
                    return await _chosen(signals, shown[0])
                try:
                    async with timeout(_PASSES_S):
                        return await _chosen(signals, shown[0])
                except TimeoutError:
                    with suppress(TimeoutError, NoNotifications):
                        await _ask(router, "CloseNotification", "u", (shown[0],))
                    return Chosen()
    except (OSError, EOFError, KeyError, TimeoutError, AuthenticationError) as error:
        raise NoNotifications(str(error)) from error


async def _chosen(signals: Any, number: int) -> Chosen:  # noqa: ANN401 - the library is typed in part only
    token = ""
    while True:
        message = await signals.get()
        member, body = message.header.fields[HeaderFields.member], message.body
        if body[0] != number:
            continue
        if member == "ActivationToken":  # arrives before the action it belongs to
            token = str(body[1])
        if member == "ActionInvoked":
            return Chosen(str(body[1]), token)
        if member == "NotificationClosed":
            return Chosen()


async def _ask(
    router: Any,  # noqa: ANN401
    method: str,
    signature: str | None = None,
    body: tuple[object, ...] = (),
) -> tuple[Any, ...]:
    call = _new_call(_ADDRESS, method, signature, body)
    async with timeout(_ANSWER_S):
        reply = await router.send_and_get_reply(call)
    if reply.header.message_type is MessageType.error:
        raise NoNotifications(" ".join(map(str, reply.body)))
    return cast("tuple[Any, ...]", reply.body)
