import type { Motivo } from "@malote/contract";
import { type OpenedPart, type OpenOutcome, type Part, type PartFormat, unpackPart } from "@malote/mailbox";
import type { Sorte } from "../services/documento/merito.rules.ts";
import { type Arquivo, sorte } from "./arquivo.ts";
import { createLeitura } from "./leitura.ts";
import type { Stage } from "./stage.ts";

/** Opens packages, all parts of an e-mail within one budget: yields each part, and after it its content. */
export const openAnexo: Stage<Part, Arquivo> = {
  nome: "open-anexo",
  job: "ingest",
  async *run({ leitura }, inputs) {
    const { orcamento } = leitura ?? createLeitura();
    for await (const parte of inputs) {
      for await (const aberta of unpackPart(parte, orcamento)) yield toArquivo(aberta);
    }
  },
};

/** An opened part, with the outcome so far. */
export function toArquivo(parte: OpenedPart): Arquivo {
  const { caminho, nome, tipo, embutida, contentId, bytes } = parte;
  return { caminho, nome, tipo, embutida, contentId, bytes, sorte: sorteOfAbertura(parte) };
}

type Aberto = Extract<OpenOutcome, { kind: "pacote" }>;

/** The outcome decided by opening; null if reading must decide. */
function sorteOfAbertura({ abertura, escrita }: OpenedPart): Sorte | null {
  if (abertura.kind === "arquivo") return null;
  if (abertura.kind === "corpo")
    return sorte("nao-dfe", abertura.comDfe ? "corpo-com-dfe" : "corpo-da-mensagem");
  if (abertura.kind === "assinatura") return sorte("nao-dfe", "assinatura-do-email");
  if (abertura.kind === "pacote") return sorteOfAberto(abertura, escrita);
  const { motivo, formato } = abertura;
  return sorte("erro", motivo, motivo === "pacote-formato" ? (ROTULOS[formato] ?? formato) : null);
}

function sorteOfAberto({ formato, dentro, inteiro }: Aberto, escrita: Part["escrita"]): Sorte {
  if (formato === "resgate") return sorte("pacote", "resgate-fora-de-anexo", escrita);
  if (!inteiro) return sorte("erro", INCOMPLETOS[formato] ?? "pacote-incompleto");
  return sorte("pacote", ABERTOS[formato] ?? "pacote-aberto", String(dentro));
}

const ABERTOS: Partial<Record<PartFormat, Motivo>> = {
  tnef: "winmail-aberto",
  assinado: "assinado-aberto",
  mensagem: "mensagem-aberta",
  texto: "dfe-no-texto",
};

const INCOMPLETOS: Partial<Record<PartFormat, Motivo>> = {
  tnef: "winmail-incompleto",
  mensagem: "mensagem-incompleta",
  texto: "dfe-demais-no-texto",
};

/** The names that users know. */
const ROTULOS: Partial<Record<PartFormat, string>> = {
  zip: "ZIP com compressão incomum",
  rar: "RAR",
  "7z": "7-Zip",
  tar: "TAR",
  cab: "CAB",
  xz: "XZ",
  bzip2: "BZIP2",
  zstd: "Zstandard",
  msg: "mensagem do Outlook (.msg)",
  assinado: "P7M comprimido",
};
