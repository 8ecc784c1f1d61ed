import * as z from "zod/mini";
import { ESCOPOS } from "../escopos.ts";
import { API_TOKEN_GRACA_MAX_HORAS, EMPRESAS_DO_USUARIO_MAX } from "../limits.ts";
import type { MensagemKey } from "../mensagens.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { diaParam } from "../wire-dates.ts";
import { nomeCoisa } from "./regras.ts";

/** One secret of a token: the newest, or the one before while it lives on. */
const segredoWire = z.object({
  /** Its beginning and its end. */
  mascara: z.string(),
  criadoEm: instant,
  /** Whom it was shown to. */
  criadoPor: z.string(),
  ultimoUso: instant,
  ultimoIp: z.nullable(z.string()),
  /** When it ends because a newer one was made; null: the newest. */
  terminaEm: instant,
});

/** A named token of the conta, without its secrets. */
export const apiTokenItemWire = z.object({
  id: z.uuid(),
  nome: z.string(),
  escopos: z.array(z.enum(ESCOPOS)),
  /** The only companies whose documents it sees; null: all of them. */
  empresas: z.nullable(z.array(z.uuid())),
  /** The one of Usuario.getAPIToken and Usuario.setNewAPIToken. */
  principal: z.boolean(),
  criadoEm: instant,
  criadoPor: z.string(),
  /** The first instant at which it works no more; null: it does not expire. */
  expiraEm: instant,
  expirado: z.boolean(),
  ultimoUso: instant,
  ultimoIp: z.nullable(z.string()),
  /** Calls of today and of the last 30 days, in the conta's zone; those of the last minute may be missing. */
  chamadasHoje: z.int(),
  chamadas30Dias: z.int(),
  /** The newest first; two while one is being rotated. */
  segredos: z.array(segredoWire),
});

const filled = (key: MensagemKey) => z.refine<readonly string[]>((all) => all.length > 0, key);
const id = z.strictObject({ id: z.uuid() });
/** Whole only in this answer. */
const comToken = z.extend(apiTokenItemWire, { token: z.string() });

/** The keys of the conta for its programs. */
export const apiTokenMethods = {
  "ApiToken.getListApiToken": method({
    access: "manager",
    readOnly: true,
    person: true,
    params: z.strictObject({}),
    result: list(apiTokenItemWire),
  }),
  /** Without an id it makes a token, whole in this answer alone; with one, it changes what the token may and how long, and the secret stays. */
  "ApiToken.saveApiToken": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({
      apiToken: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        nome: nomeCoisa(),
        escopos: z.array(z.enum(ESCOPOS)).check(z.maxLength(ESCOPOS.length), filled("apiTokenSemEscopo")),
        empresas: z.nullable(
          z.array(z.uuid()).check(z.maxLength(EMPRESAS_DO_USUARIO_MAX), filled("apiTokenSemEmpresa")),
        ),
        /** Its last day, in the conta's zone; null: it does not expire. */
        validade: z.optional(z.nullable(diaParam)),
      }),
    }),
    result: one(z.extend(apiTokenItemWire, { token: z.nullable(z.string()) })),
  }),
  /** Another secret for the same token; the one before lives on for some hours, and of three the oldest ends at once. */
  "ApiToken.rotateApiToken": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({
      id: z.uuid(),
      gracaHoras: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(API_TOKEN_GRACA_MAX_HORAS)))),
    }),
    result: one(comToken),
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
