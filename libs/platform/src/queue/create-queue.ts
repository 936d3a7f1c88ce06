import { ConfigError } from '../config.js';
import { postgresBackend, redisBackend } from './bull-backend.js';
import { createBullQueue } from './bull-queue.js';
import type { QueueObserver, WorkQueue } from './work-queue.js';

export interface QueueSettings {
  REDIS_URL?: string | undefined;
  QUEUE_DATABASE_URL?: string | undefined;
  QUEUE_BACKEND?: 'redis' | 'postgres' | undefined;
  QUEUE_PREFIX: string;
}

/** Redis when REDIS_URL is set (and QUEUE_BACKEND does not say otherwise), else BullMQ on QUEUE_DATABASE_URL. @throws ConfigError */
export function queueFrom(settings: QueueSettings, observer: QueueObserver): WorkQueue {
  const kind = settings.QUEUE_BACKEND ?? (settings.REDIS_URL ? 'redis' : 'postgres');
  if (kind === 'redis') {
    if (!settings.REDIS_URL) throw new ConfigError(['REDIS_URL is not set, and QUEUE_BACKEND says redis']);
    return createBullQueue(redisBackend(settings.REDIS_URL, settings.QUEUE_PREFIX), observer);
  }
  if (!settings.QUEUE_DATABASE_URL) throw new ConfigError(['REDIS_URL or QUEUE_DATABASE_URL must be set: the queue needs one of them']);
  return createBullQueue(postgresBackend(settings.QUEUE_DATABASE_URL, settings.QUEUE_PREFIX), observer);
}
