import {
  diaHoraParam,
  diaParam,
  getRestRow,
  instantParam,
  REST_FIELDS,
  REST_SCHEMAS,
  type RestRow,
  ROUTES,
} from "@malote/contract";
import * as z from "zod";

/** JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

type Io = "input" | "output";
type SchemaId = { id: string };

/** Path of named schemas. */
const SCHEMAS_PATH = "#/components/schemas/";

/** operationId of a route: getNotasPorIdXml. */
export function operationIdOf(name: string): string {
  const [verb = "", path = ""] = name.split(" ");
  const words = path
    .split("/")
    .filter((word) => word !== "")
    .map((word) => (word.startsWith("{") ? `Por${capital(word.slice(1, -1))}` : capital(word)));
  return verb.toLowerCase() + words.join("");
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Schema names of a route. A body or response with its own name keeps it. */
export type SchemaNames = { corpo: string | null; resposta: string | null };

/** All named schemas, and the names that each route uses. */
export function createSchemas(): { schemas: Record<string, JsonSchema>; nomesOf(name: string): SchemaNames } {
  const given = new Map<unknown, string>(
    Object.entries(REST_SCHEMAS).map(([schemaName, schema]) => [schema, schemaName]),
  );
  const [inputs, outputs] = [z.registry<SchemaId>(), z.registry<SchemaId>()];
  for (const [schema, id] of given) outputs.add(schema as z.ZodType, { id });
  const namesByRoute = new Map<string, SchemaNames>();
  for (const name of ROUTES) {
    const { corpo, responde } = getRestRow(name) as RestRow;
    const own: SchemaNames = { corpo: null, resposta: null };
    if (corpo !== undefined) {
      own.corpo = `${capital(operationIdOf(name))}Corpo`;
      // A schema shared by two routes is listed under each route's name.
      inputs.add(clone(corpo), { id: own.corpo });
    }
    if (responde.tipo === "json") {
      own.resposta = given.get(responde.schema) ?? `${capital(operationIdOf(name))}Resposta`;
      if (!given.has(responde.schema)) outputs.add(clone(responde.schema), { id: own.resposta });
    }
    namesByRoute.set(name, own);
  }
  const schemas = { ...toSchemas(inputs, "input"), ...toSchemas(outputs, "output") };
  return { schemas, nomesOf: (name) => namesByRoute.get(name) ?? { corpo: null, resposta: null } };
}

function clone(schema: object): z.ZodType {
  return z.core.clone(schema as z.ZodType) as z.ZodType;
}

function toSchemas(registry: z.core.$ZodRegistry<SchemaId>, io: Io): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...optionsOf(io), uri: (id) => SCHEMAS_PATH + id });
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([schemaName, schema]): [string, JsonSchema] => [schemaName, tidy(schema as JsonSchema, io)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The schema of one request parameter, without a name. */
export function toParam(schema: object): JsonSchema {
  return tidy(z.toJSONSchema(schema as z.ZodType, optionsOf("input")) as JsonSchema, "input");
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
      const own = jsonSchema as JsonSchema;
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
function tidy(schema: JsonSchema, io: Io): JsonSchema {
  const { $schema: _dialect, $id: _id, ...own } = schema as JsonSchema & { $schema?: string; $id?: string };
  const made: JsonSchema = { ...own };
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
      Object.entries(made.properties).map(([field, one]) => [field, describe(field, tidy(one, io))]),
    );
  }
  return made;
}

function describe(field: string, schema: JsonSchema): JsonSchema {
  const description = REST_FIELDS[field];
  return description === undefined || schema.description !== undefined ? schema : { ...schema, description };
}
