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
        self._change = threading.Condition()
        self._turn = 0
        threading.Thread(target=self._run, daemon=True).start()

    def __getattr__(self, name):
        # Rate, volume and so on; no other voices.
        return lambda *args: ()

    def speak(self, text, callback=None, event_types=None):
        self._queue.put((self._turn, text, callback or (lambda *args, **kwargs: None)))

    def char(self, text):
        self.speak({" ": "space"}.get(text, text))

    def cancel(self):
        with self._change:
            self._turn += 1
            self._change.notify()

    def _run(self):
        for turn, ssml, callback in iter(self._queue.get, None):
            if turn != self._turn:
                callback(EVENTS.CANCEL)
                continue
            print("speaks", file=self._out)
            callback(EVENTS.BEGIN)
            for mark in re.findall('<mark name="([^"]*)"', ssml):
                callback(EVENTS.INDEX_MARK, index_mark=mark)
            text = html.unescape(re.sub("<[^>]*>", "", ssml)).strip()
            seconds = 0.2 + len(text) / 400
            start = time.monotonic()
            with self._change:
                self._change.wait_for(lambda: turn != self._turn, seconds)
            share = (time.monotonic() - start) / seconds
            said = text if turn == self._turn else text[: int(len(text) * share)] + "…"
            print(json.dumps(said), file=self._out)
            callback(EVENTS.END if turn == self._turn else EVENTS.CANCEL)


speechd.SSIPClient = Voice
