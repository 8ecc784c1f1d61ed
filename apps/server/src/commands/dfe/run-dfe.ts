import path from "node:path";
import type { Confianca } from "@malote/dfe";
import { readAncoras, readProvedores } from "../../trust.ts";
import { AJUDA, USO } from "./ajuda.ts";
import { drawLinha, drawTitulos, type Folha } from "./draw-tabela.ts";
import { listArquivos } from "./list-arquivos.ts";
import { openArquivo } from "./open-arquivo.ts";
import { type Opcoes, readOpcoes } from "./read-opcoes.ts";
import { type Destino, Saida } from "./saida.ts";
import { Tally } from "./tally.ts";
import { toLinha } from "./to-linha.ts";

/** Environment and streams of the command. cwd: base of relative paths. */
export type Mundo = {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Destino;
  stderr: NodeJS.WritableStream;
};

const USO_ERRADO = 2;
const COLUNAS_PADRAO = 120;
const COLUNAS_MIN = 40;

/**
 * The command `dfe`: reads and judges files, packages and folders, and prints a line for each.
 * @returns exit code: 0 all were read, 1 some were not, 2 wrong usage
 */
export async function runDfe(args: readonly string[], mundo: Mundo): Promise<number> {
  const opcoes = readOpcoes(args, mundo.env);
  if (opcoes.kind === "uso-errado") return refuse(opcoes.frase, mundo);
  const saida = new Saida(mundo.stdout);
  if (opcoes.kind === "ajuda") {
    await saida.line(AJUDA.trimEnd());
    await saida.flush();
    return 0;
  }
  const ancoras = opcoes.ancoras === null ? [] : tryAncoras(path.resolve(mundo.cwd, opcoes.ancoras));
  if (ancoras === null) return refuse(`A pasta de certificados ${opcoes.ancoras} não se deixa ler.`, mundo);
  if (ancoras.length === 0 && opcoes.ancoras !== null) {
    return refuse(`A pasta ${opcoes.ancoras} não tem certificado nenhum (.pem, .crt, .cer).`, mundo);
  }
  const { provedores, errados } = readProvedores(mundo.env.PROVEDORES_CONFIAVEIS);
  if (errados.length > 0) return refuse(`PROVEDORES_CONFIAVEIS: ${errados.join(", ")} não é CNPJ.`, mundo);
  return readAll({ ...opcoes, confianca: { ancoras, provedores } }, saida, mundo);
}

type Pedido = Extract<Opcoes, { kind: "ler" }> & { confianca: Confianca };

async function readAll({ caminhos, json, confianca }: Pedido, saida: Saida, mundo: Mundo): Promise<number> {
  const folha = folhaOf(mundo);
  const tally = new Tally();
  if (!json) await saida.line(drawTitulos(folha));
  for await (const achavel of listArquivos(caminhos, mundo.cwd)) {
    for await (const lido of openArquivo(achavel, confianca)) {
      const linha = toLinha(lido);
      tally.add(linha, lido.pedido);
      await saida.line(json ? JSON.stringify(linha) : drawLinha(linha, folha));
    }
    if (saida.isGone()) return tally.exitCode();
  }
  if (!json) await saida.line(["", ...tally.sentences()].join("\n"));
  await saida.flush();
  return tally.exitCode();
}

function tryAncoras(dir: string): readonly string[] | null {
  try {
    return readAncoras({ icpBrasilDir: dir, sandbox: null }, false);
  } catch {
    return null;
  }
}

function refuse(frase: string, { stderr }: Mundo): number {
  stderr.write(`${frase}\n${USO}\n(--ajuda explica as opções e os códigos de saída)\n`);
  return USO_ERRADO;
}

function folhaOf({ stdout, env }: Mundo): Folha {
  const colunas = stdout.columns ?? Number(env.COLUMNS ?? "");
  return {
    colunas: Math.max(COLUNAS_MIN, colunas || COLUNAS_PADRAO),
    cores: stdout.isTTY === true && !env.NO_COLOR,
    inteiro: stdout.isTTY !== true,
  };
}
