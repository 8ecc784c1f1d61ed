import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { MINUTE_MS } from "@malote/syntax";
import type { S3Place } from "../../backup-config.ts";
import { Outage } from "../../errors.ts";
import {
  type BackupStore,
  BackupStoreError,
  checkKey,
  checkPrefix,
  checkSize,
  type StoredObject,
} from "./backup-store.ts";

const CONNECT_MS = 10_000;
/** Longest silence of the server during a request. */
const SILENCE_MS = 30_000;
/** Time for the largest object over a 4 Mbit/s connection. */
const REQUEST_MS = 10 * MINUTE_MS;
/** The first attempt and three retries, with the client's increasing delays. */
const ATTEMPTS = 4;
const RETRY_AFTER_MS = 60_000;
const SERVER_ERROR = 500;
const TOO_MANY = 429;

/** Limits that tests shorten. */
export type S3Bounds = { silenceMs?: number; attempts?: number };

/** Stores backups in a bucket of S3 or a compatible server. The server makes each put atomic and durable. */
export function createS3BackupStore(place: S3Place, bounds: S3Bounds = {}): BackupStore {
  const client = openClient(place, bounds);
  const target = (key: string) => ({ Bucket: place.bucket, Key: place.prefix + checkKey(key) });
  const withSentence = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => throwStoreError(error, place));
  return {
    async put(key, bytes) {
      const body = { Body: checkSize(bytes), ContentLength: bytes.byteLength };
      await withSentence(client.send(new PutObjectCommand({ ...target(key), ...body })));
    },
    get: async (key) => await withSentence(readObject(client, target(key))),
    async *list(prefix) {
      const Prefix = place.prefix + checkPrefix(prefix);
      let token: string | undefined;
      do {
        const page = {
          Bucket: place.bucket,
          Prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        };
        const { Contents = [], NextContinuationToken } = await withSentence(
          client.send(new ListObjectsV2Command(page)),
        );
        for (const listed of Contents) yield* storedObject(listed, place.prefix);
        token = NextContinuationToken;
      } while (token !== undefined);
    },
    async delete(key) {
      await withSentence(client.send(new DeleteObjectCommand(target(key))));
    },
    close: () => client.destroy(),
  };
}

function openClient(place: S3Place, { silenceMs = SILENCE_MS, attempts = ATTEMPTS }: S3Bounds): S3Client {
  return new S3Client({
    region: place.region,
    credentials: place.credentials,
    ...(place.endpoint === null ? {} : { endpoint: place.endpoint, forcePathStyle: true }),
    maxAttempts: attempts,
    // Not every server supports the newer checksums. They are not needed: the request signature covers the
    // body, and the seal covers every bit of an object.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silenceMs,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
    },
  });
}

/** The client does not retry when a response body breaks off, so this reads the object again, once. */
async function readObject(client: S3Client, target: { Bucket: string; Key: string }): Promise<Buffer | null> {
  const read = async () => {
    const { Body } = await client.send(new GetObjectCommand(target));
    if (Body === undefined) throw new Outage("s3: an answer without a body", RETRY_AFTER_MS);
    return Buffer.from(await Body.transformToByteArray());
  };
  try {
    return await read().catch((error: unknown) =>
      error instanceof S3ServiceException ? Promise.reject(error) : read(),
    );
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    throw error;
  }
}

type Listed = { Key?: string | undefined; Size?: number | undefined; LastModified?: Date | undefined };

/** Skips entries that lack a key, size or date. */
function* storedObject({ Key, Size, LastModified }: Listed, prefix: string): Iterable<StoredObject> {
  if (Key === undefined || Size === undefined || LastModified === undefined) return;
  yield { key: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified };
}

const NO_BUCKET = "o bucket não existe: crie-o, ou corrija o destino ou S3_ENDPOINT";
const FORBIDDEN =
  "as credenciais não têm permissão: permita ler, gravar, listar e apagar sob o prefixo, ou troque-as";
const OTHER_REGION = "o bucket está em outra região: corrija AWS_REGION ou S3_ENDPOINT";

const SENTENCES: Readonly<Record<string, string>> = {
  NoSuchBucket: NO_BUCKET,
  AccessDenied: FORBIDDEN,
  InvalidAccessKeyId: "o servidor não conhece AWS_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY não é a de AWS_ACCESS_KEY_ID, ou AWS_REGION é outra",
  AuthorizationHeaderMalformed: OTHER_REGION,
  PermanentRedirect: OTHER_REGION,
  RequestTimeTooSkewed: "o relógio desta máquina está errado: acerte-o",
};
/** Sentences by HTTP status, for servers that answer without an S3 error code. */
const BY_STATUS: Readonly<Record<number, string>> = {
  301: OTHER_REGION,
  307: OTHER_REGION,
  403: FORBIDDEN,
  404: NO_BUCKET,
};

/** The client refuses an invalid region name before it sends a request. */
const BAD_REGION = /^Region not accepted/;

/** @throws {Outage} when the server is unavailable  @throws {BackupStoreError} when it refuses the request */
function throwStoreError(error: unknown, { bucket, endpoint }: S3Place): never {
  const where = `Backup em s3://${bucket}${endpoint === null ? "" : ` (${endpoint})`}`;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (
    !(error instanceof S3ServiceException) ||
    status === undefined ||
    status >= SERVER_ERROR ||
    status === TOO_MANY
  ) {
    if (error instanceof Outage) throw error;
    if (error instanceof Error && BAD_REGION.test(error.message)) {
      throw new BackupStoreError(`${where}: AWS_REGION não é o nome de uma região: corrija-a.`, {
        cause: error,
      });
    }
    const sentence = `${where}: o servidor não respondeu, ou respondeu com um erro dele. Confira S3_ENDPOINT e a rede, e rode de novo.`;
    throw new Outage(sentence, RETRY_AFTER_MS, { cause: error });
  }
  const why = SENTENCES[error.name] ?? BY_STATUS[status] ?? `o servidor recusou (${error.name})`;
  throw new BackupStoreError(`${where}: ${why}.`, { cause: error });
}
