# Orca runs this file as it starts.
import html
import json
import os
import queue
import re
import threading
import time

import orca.settings
import speechd

orca.settings.enableKeyEcho = False

EVENTS = speechd.CallbackType


class Voice:
    """Stands in for speech-dispatcher, and writes down what it would say.

    It takes as long as a fast voice, because Orca interrupts what is still
    being said.
    """

    def __init__(self, *args, **kwargs):
        self._out = os.fdopen(os.dup(3), "w", buffering=1)
        self._queue = queue.Queue()
        # Of all that is to be said before the next cancel.
        self._canceled = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def __getattr__(self, name):
        # Rate, volume and so on; no other voices.
        return lambda *args: ()

    def speak(self, text, callback=None, event_types=None):
        ignore = lambda *args, **kwargs: None
        self._queue.put((self._canceled, text, callback or ignore))

    def char(self, text):
        self.speak({" ": "space"}.get(text, text))

    def cancel(self):
        self._canceled.set()
        self._canceled = threading.Event()

    def _run(self):
        for canceled, ssml, callback in iter(self._queue.get, None):
            if canceled.is_set():
                callback(EVENTS.CANCEL)
                continue
            print("speaks", file=self._out)
            callback(EVENTS.BEGIN)
            for mark in re.findall('<mark name="([^"]*)"', ssml):
                callback(EVENTS.INDEX_MARK, index_mark=mark)
            text = html.unescape(re.sub("<[^>]*>", "", ssml)).strip()
            seconds = 0.2 + len(text) / 400
            start = time.monotonic()
            is_canceled = canceled.wait(seconds)
            if is_canceled:
                share = (time.monotonic() - start) / seconds
                text = text[: int(len(text) * share)] + "…"
            print(json.dumps(text), file=self._out)
            callback(EVENTS.CANCEL if is_canceled else EVENTS.END)


speechd.SSIPClient = Voice
