# Orca runs this file as it starts.
import orca.settings
from speechd import client

orca.settings.enableKeyEcho = False


class CallbackHandler(client._CallbackHandler):
    """Keeps the events that come before their callback.

    On a busy machine an utterance ends before speak() has returned. python3-speechd
    drops that end (a TODO there says so). Orca then believes it still
    reads the page, never enters focus mode again, and takes keys for commands.
    """

    def __init__(self, client_id):
        super().__init__(client_id)
        self._early = {}

    def __call__(self, msg_id, client_id, type, **kwargs):
        with self._lock:
            if msg_id not in self._callbacks:
                event = (msg_id, client_id, type), kwargs
                self._early.setdefault(msg_id, []).append(event)
                return
        super().__call__(msg_id, client_id, type, **kwargs)

    def add_callback(self, msg_id, callback, event_types):
        super().add_callback(msg_id, callback, event_types)
        for args, kwargs in self._early.pop(msg_id, []):
            self(*args, **kwargs)


client._CallbackHandler = CallbackHandler
