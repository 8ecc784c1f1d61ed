import * as z from "zod/mini";
import { API_TOKEN_GRACE_MAX_HOURS, USUARIO_EMPRESAS_MAX } from "../limits.ts";
import type { MessageKey } from "../messages/messages.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { SCOPES } from "../scopes.ts";
import { instant } from "../wire.ts";
import { diaParam } from "../wire-dates.ts";
import { requiredName } from "./rules.ts";

/** One secret of a token: the newest, or the previous one while it is valid. */
const secretWire = z.object({
  /** Its first and last characters. */
  mascara: z.string(),
  criadoEm: instant,
  /** The user it was shown to. */
  criadoPor: z.string(),
  ultimoUso: instant,
  ultimoIp: z.nullable(z.string()),
  /** When it expires because a newer one exists; null: the newest. */
  terminaEm: instant,
});

/** A named token of the conta, without its secrets. */
export const apiTokenItemWire = z.object({
  id: z.uuid(),
  nome: z.string(),
  escopos: z.array(z.enum(SCOPES)),
  /** The only companies whose documents it may see; null: all. */
  empresas: z.nullable(z.array(z.uuid())),
  /** Whether it is the token of Usuario.getAPIToken and Usuario.setNewAPIToken. */
  principal: z.boolean(),
  criadoEm: instant,
  criadoPor: z.string(),
  /** The instant from which it is invalid; null: it does not expire. */
  expiraEm: instant,
  expirado: z.boolean(),
  ultimoUso: instant,
  ultimoIp: z.nullable(z.string()),
  /** Calls of today and of the last 30 days, in the conta's zone; those of the last minute may be missing. */
  chamadasHoje: z.int(),
  chamadas30Dias: z.int(),
  /** The newest first; two during a rotation. */
  segredos: z.array(secretWire),
});

const filled = (key: MessageKey) => z.refine<readonly string[]>((all) => all.length > 0, key);
const id = z.strictObject({ id: z.uuid() });
/** The complete token is only in this response. */
const withToken = z.extend(apiTokenItemWire, { token: z.string() });

/** The API tokens of the conta. */
export const apiTokenMethods = {
  "ApiToken.getListApiToken": method({
    access: "manager",
    readOnly: true,
    person: true,
    params: z.strictObject({}),
    result: list(apiTokenItemWire),
  }),
  /** Without an id, creates a token, complete in this response only; with one, changes its scopes and
   * expiry, but not its secret. */
  "ApiToken.saveApiToken": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({
      apiToken: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        nome: requiredName(),
        escopos: z.array(z.enum(SCOPES)).check(z.maxLength(SCOPES.length), filled("apiTokenSemEscopo")),
        empresas: z.nullable(
          z.array(z.uuid()).check(z.maxLength(USUARIO_EMPRESAS_MAX), filled("apiTokenSemEmpresa")),
        ),
        /** Its last day, in the conta's zone; null: it does not expire. */
        validade: z.optional(z.nullable(diaParam)),
      }),
    }),
    result: one(z.extend(apiTokenItemWire, { token: z.nullable(z.string()) })),
  }),
  /** Adds a secret to a token; the previous one stays valid for some hours, and a third, older one expires
   * at once. */
  "ApiToken.rotateApiToken": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({
      id: z.uuid(),
      gracaHoras: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(API_TOKEN_GRACE_MAX_HOURS)))),
    }),
    result: one(withToken),
  }),
  "ApiToken.revokeApiToken": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: id,
    result: acknowledged,
  }),
} as const;
