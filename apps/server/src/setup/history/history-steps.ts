import fs from "node:fs/promises";
import { DISTRIBUIDORES } from "@malote/syntax";
import { z } from "zod";

/** The steps that the sandbox wrote (`apps/sandbox/src/history/history-step.ts`), oldest first. */

const em = z.iso.datetime().transform((text) => new Date(text));
const chaves = z.array(z.string());
const caixa = z.int();

const historyStep = z.discriminatedUnion("tipo", [
  z.object({
    em,
    tipo: z.literal("coleta"),
    caixas: z.array(z.object({ caixa, mensagens: z.array(z.string()) })),
    aConsultar: chaves,
  }),
  z.object({ em, tipo: z.literal("caixa-recusada"), caixa }),
  z.object({ em, tipo: z.literal("consulta"), chaves }),
  z.object({
    em,
    tipo: z.literal("distribuicao"),
    distribuidor: z.enum(DISTRIBUIDORES),
    cnpj: z.string(),
    documentos: z.array(z.object({ nsu: z.int(), schema: z.string(), xml: z.string() })),
  }),
  z.object({
    em,
    tipo: z.literal("marcas"),
    marcas: z.array(
      z.object({ marca: z.enum(["recebido", "conferido", "processadoErp"]), chave: z.string() }),
    ),
  }),
  z.object({ em, tipo: z.literal("manifestacao"), status: z.literal([1, 2, 3, 4]), chaves }),
  z.object({ em, tipo: z.literal("importacao"), nome: z.string(), arquivoBase64: z.string() }),
  z.object({ em, tipo: z.literal("exportacao"), formato: z.enum(["CSV", "XLSX", "PDF"]) }),
]);

export type HistoryStep = z.infer<typeof historyStep>;

/** One kind of step. */
export type StepOf<T extends HistoryStep["tipo"]> = Extract<HistoryStep, { tipo: T }>;

export async function readHistorySteps(file: string): Promise<HistoryStep[]> {
  const text = await fs.readFile(file, "utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [historyStep.parse(JSON.parse(line))]));
}
