import { answerOffline, type WorkerScope } from "#app/offline/offline-worker.ts";
import { type PushScope, showPushes } from "#app/push/push-worker.ts";

// The script of /worker.js, and the only file that does something by being loaded.
answerOffline(self as unknown as WorkerScope);
showPushes(self as unknown as PushScope);
