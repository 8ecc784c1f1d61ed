import { type ParteLida, toParte } from "../mime/part.ts";
import { type Orcamento, type RecusaPacote, spendApartado, spendBytes } from "./budget.ts";
import { sniffFormato } from "./format.ts";
import {
  type Fundo,
  goDown,
  judgeFundo,
  type ParteAberta,
  RASO,
  refuse,
  toRecusada,
  unpackParte,
} from "./unpack.ts";
import type { Volume } from "./volume.ts";
import { inflateVerbete, streamVerbete, VerbeteInvalido } from "./zip/entry.ts";
import { readNomeZip } from "./zip/entry-name.ts";
import { type EntradaZip, listEntradas, lookOverZip, type ZipVisto } from "./zip/survey.ts";

/**
 * Up to this size, in bytes, a file of a ZIP is opened in memory; the format of a larger one is
 * checked first.
 */
const PEQUENO_BYTES = 4 * 1024 * 1024;

/** A temporary volume; close releases its space. */
export type VolumeSolto = Volume & { close(): Promise<void> };

/**
 * Means to open a volume: its budget, temporary storage for inner archives, and where to resume.
 */
export type MeiosVolume = {
  orcamento: Orcamento;
  /** Stores the stream completely; when that throws, it stores nothing. */
  setAside(pieces: AsyncIterable<Uint8Array>): Promise<VolumeSolto>;
  /**
   * Position of the last known part; it and those before it may be skipped. Empty: start from the
   * beginning.
   */
  depois: readonly number[];
};

/**
 * An open ZIP: the number of files, whether its index is whole, and its contents, each after its
 * container.
 */
export type VolumeAberto = {
  dentro: number;
  broken: RecusaPacote | null;
  partes: AsyncGenerator<ParteAberta>;
};

/**
 * Opens a ZIP too large for memory with all contents, like {@link unpackParte}: one file in memory
 * at a time, large inner archives on disk. Its parts are "1", "2", …; it is not a part itself.
 * @returns the reason to refuse it, or "arquivo" for office documents, which are ZIPs too
 */
export async function unpackVolume(
  volume: Volume,
  meios: MeiosVolume,
): Promise<VolumeAberto | RecusaPacote | "arquivo"> {
  const visto = await lookOverZip(volume, meios.orcamento);
  if (typeof visto === "string") return visto;
  const { dentro, broken } = visto;
  return { dentro, broken, partes: listPartesDe(visto, meios, { prefixo: "", fundo: goDown(RASO, "zip") }) };
}

/** Position of an archive: its path with a slash, and its nesting. */
type Dentro = { prefixo: string; fundo: Fundo };

async function* listPartesDe(
  visto: ZipVisto,
  meios: MeiosVolume,
  dentro: Dentro,
): AsyncGenerator<ParteAberta> {
  const { orcamento, depois } = meios;
  const [known = 0, ...rest] = depois;
  for await (const entrada of listEntradas(visto, orcamento)) {
    const { numero, verbete, motivo } = entrada;
    if (numero < known) {
      // An entry refused by its claims was not charged the first time either.
      if (motivo === null) spendBytes(orcamento, verbete.inflado);
    } else yield* openEntrada(entrada, { ...meios, depois: numero === known ? rest : [] }, dentro);
  }
  if (visto.broken === null) return;
  const caminho = `${dentro.prefixo}${visto.dentro}`;
  yield toRecusada({ caminho, nome: "sem-nome", motivo: visto.broken }, "zip", orcamento);
}

async function* openEntrada(
  entrada: EntradaZip,
  meios: MeiosVolume,
  { prefixo, fundo }: Dentro,
): AsyncGenerator<ParteAberta> {
  const { zip, numero, verbete, motivo } = entrada;
  const { orcamento } = meios;
  const nome = readNomeZip(verbete.nomeRaw);
  const parte = { ...toParte({ caminho: `${prefixo}${numero}`, nome, bytes: new Uint8Array() }), nome };
  if (motivo !== null) {
    yield toRecusada({ ...parte, motivo }, "zip", orcamento);
    return;
  }
  if (verbete.inflado > PEQUENO_BYTES) {
    yield* openGrande({ ...entrada, parte }, meios, fundo);
    return;
  }
  const bytes = await inflateVerbete(zip, { verbete, orcamento });
  if (typeof bytes === "string") yield toRecusada({ ...parte, motivo: bytes }, "zip", orcamento);
  else yield* unpackParte({ ...parte, bytes }, orcamento, fundo);
}

type Grande = EntradaZip & { parte: ParteLida & { nome: string } };

/**
 * Stores an inner archive on disk and opens it there; any other file is read into memory if its
 * size allows.
 */
async function* openGrande(grande: Grande, meios: MeiosVolume, fundo: Fundo): AsyncGenerator<ParteAberta> {
  const { zip, verbete, parte } = grande;
  const { orcamento } = meios;
  const no = (motivo: RecusaPacote) => toRecusada({ ...parte, motivo }, "zip", orcamento);
  if (!spendBytes(orcamento, verbete.inflado)) {
    yield no("pacote-grande-demais");
    return;
  }
  const pieces = streamVerbete(zip, verbete);
  try {
    const first = await pieces.next();
    const head = first.done === true ? Buffer.alloc(0) : first.value;
    if (sniffFormato(head.subarray(0, 4), parte) === "zip") {
      const { inflado } = verbete;
      yield* openAside(parte, { pieces: prepend(head, pieces), inflado, meios, fundo });
    } else if (verbete.inflado > orcamento.limites.arquivoBytes) {
      yield no("pacote-grande-demais");
    } else {
      const bytes = Buffer.concat([head, ...(await collect(pieces))]);
      yield* unpackParte({ ...parte, bytes }, orcamento, fundo);
    }
  } catch (error) {
    if (!(error instanceof VerbeteInvalido)) throw error;
    yield no("pacote-invalido");
  } finally {
    await pieces.return(undefined);
  }
}

type Deposto = { pieces: AsyncIterable<Uint8Array>; inflado: number; meios: MeiosVolume; fundo: Fundo };

async function* openAside(
  parte: ParteLida,
  { pieces, inflado, meios, fundo }: Deposto,
): AsyncGenerator<ParteAberta> {
  const { orcamento } = meios;
  const forbidden = judgeFundo("zip", orcamento, fundo) ?? judgeApartado(orcamento, inflado);
  if (forbidden !== null) {
    yield { ...parte, abertura: refuse("zip", forbidden, orcamento) };
    return;
  }
  const aside = await meios.setAside(pieces);
  try {
    const visto = await lookOverZip(aside, orcamento);
    if (visto === "arquivo") yield await toInteiro(parte, aside, orcamento);
    else if (typeof visto === "string") yield { ...parte, abertura: refuse("zip", visto, orcamento) };
    else {
      const inteiro = visto.broken === null;
      yield { ...parte, abertura: { kind: "pacote", formato: "zip", dentro: visto.dentro, inteiro } };
      const dentro = { prefixo: `${parte.caminho}/`, fundo: goDown(fundo, "zip") };
      yield* listPartesDe(visto, meios, dentro);
    }
  } finally {
    await aside.close();
  }
}

/**
 * Refuses disk space to an archive over the size limit, or to more of them than the budget allows.
 */
function judgeApartado(orcamento: Orcamento, bytes: number): RecusaPacote | null {
  if (bytes > orcamento.limites.comprimidoBytes) return "pacote-grande-demais";
  return spendApartado(orcamento, bytes) ? null : "pacote-grande-demais";
}

/** Reads an office document as one file. */
async function toInteiro(parte: ParteLida, aside: Volume, orcamento: Orcamento): Promise<ParteAberta> {
  const { tamanho } = aside;
  if (tamanho > orcamento.limites.arquivoBytes) {
    return { ...parte, abertura: refuse("zip", "pacote-grande-demais", orcamento) };
  }
  return { ...parte, bytes: await aside.read(0, tamanho), abertura: { kind: "arquivo" } };
}

async function* prepend(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
