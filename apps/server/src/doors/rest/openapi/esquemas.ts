import {
  CAMPOS_REST,
  diaHoraParam,
  diaParam,
  ESQUEMAS_REST,
  getRestRow,
  instantParam,
  type RestRow,
  ROTAS,
} from "@malote/contract";
import * as z from "zod";

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Esquema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Esquema[];
  items?: Esquema;
  properties?: Record<string, Esquema>;
  required?: string[];
  additionalProperties?: boolean | Esquema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

type Io = "input" | "output";
type Registro = { id: string };

/** Path of named schemas. */
const LUGAR = "#/components/schemas/";

/** operationId of a route: getNotasPorIdXml. */
export function operationIdOf(name: string): string {
  const [verbo = "", caminho = ""] = name.split(" ");
  const words = caminho
    .split("/")
    .filter((word) => word !== "")
    .map((word) => (word.startsWith("{") ? `Por${capital(word.slice(1, -1))}` : capital(word)));
  return verbo.toLowerCase() + words.join("");
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Schema names of a route. A body or response with its own name keeps it. */
export type Nomes = { corpo: string | null; resposta: string | null };

/** All named schemas, and the names that each route uses. */
export function createEsquemas(): { schemas: Record<string, Esquema>; nomesOf(name: string): Nomes } {
  const given = new Map<unknown, string>(
    Object.entries(ESQUEMAS_REST).map(([nome, schema]) => [schema, nome]),
  );
  const [entradas, saidas] = [z.registry<Registro>(), z.registry<Registro>()];
  for (const [schema, id] of given) saidas.add(schema as z.ZodType, { id });
  const nomes = new Map<string, Nomes>();
  for (const name of ROTAS) {
    const { corpo, responde } = getRestRow(name) as RestRow;
    const own: Nomes = { corpo: null, resposta: null };
    if (corpo !== undefined) {
      own.corpo = `${capital(operationIdOf(name))}Corpo`;
      // A schema shared by two routes is listed under each route's name.
      entradas.add(clone(corpo), { id: own.corpo });
    }
    if (responde.tipo === "json") {
      own.resposta = given.get(responde.schema) ?? `${capital(operationIdOf(name))}Resposta`;
      if (!given.has(responde.schema)) saidas.add(clone(responde.schema), { id: own.resposta });
    }
    nomes.set(name, own);
  }
  const schemas = { ...toSchemas(entradas, "input"), ...toSchemas(saidas, "output") };
  return { schemas, nomesOf: (name) => nomes.get(name) ?? { corpo: null, resposta: null } };
}

function clone(schema: object): z.ZodType {
  return z.core.clone(schema as z.ZodType) as z.ZodType;
}

function toSchemas(registry: z.core.$ZodRegistry<Registro>, io: Io): Record<string, Esquema> {
  const { schemas } = z.toJSONSchema(registry, { ...optionsOf(io), uri: (id) => LUGAR + id });
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([nome, schema]): [string, Esquema] => [nome, tidy(schema as Esquema, io)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The schema of one request parameter, without a name. */
export function toParam(schema: object): Esquema {
  return tidy(z.toJSONSchema(schema as z.ZodType, optionsOf("input")) as Esquema, "input");
}

function optionsOf(io: Io) {
  return {
    io,
    unrepresentable: "any" as const,
    override: ({
      zodSchema,
      jsonSchema,
    }: {
      zodSchema: z.core.$ZodType;
      jsonSchema: z.core.JSONSchema.BaseSchema;
    }) => {
      const own = jsonSchema as Esquema;
      if (zodSchema._zod.def.type === "date" || (zodSchema as unknown) === instantParam) {
        Object.assign(own, { type: "string", format: "date-time" });
      }
      if ((zodSchema as unknown) === diaParam) own.format = "date";
      if ((zodSchema as unknown) === diaHoraParam) own.pattern = "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$";
    },
  };
}

/**
 * Removes noise from a schema and adds field descriptions.
 * Responses are not closed, because they may gain fields.
 */
function tidy(schema: Esquema, io: Io): Esquema {
  const { $schema: _dialect, $id: _id, ...own } = schema as Esquema & { $schema?: string; $id?: string };
  const made: Esquema = { ...own };
  if (made.format !== undefined) delete made.pattern;
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  if (io === "output" && made.additionalProperties === false) delete made.additionalProperties;
  if (made.items !== undefined) made.items = tidy(made.items, io);
  if (made.anyOf !== undefined) made.anyOf = made.anyOf.map((one) => tidy(one, io));
  if (typeof made.additionalProperties === "object")
    made.additionalProperties = tidy(made.additionalProperties, io);
  if (made.properties !== undefined) {
    made.properties = Object.fromEntries(
      Object.entries(made.properties).map(([campo, one]) => [campo, describe(campo, tidy(one, io))]),
    );
  }
  return made;
}

function describe(campo: string, schema: Esquema): Esquema {
  const description = CAMPOS_REST[campo];
  return description === undefined || schema.description !== undefined ? schema : { ...schema, description };
}
