import path from "node:path";
import type { Trust } from "@malote/dfe";
import { readProviders, readTrustedCas } from "../../trust.ts";
import { drawHeader, drawRow, type TableFormat } from "./draw-table.ts";
import { HELP_TEXT, USAGE } from "./help.ts";
import { LineOutput, type OutputStream } from "./line-output.ts";
import { listFiles } from "./list-files.ts";
import { openFile } from "./open-file.ts";
import { type Command, parseArguments } from "./parse-arguments.ts";
import { Tally } from "./tally.ts";
import { toResultLine } from "./to-result-line.ts";

/** Environment and streams of the command. cwd: base of relative paths. */
export type CommandIo = {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: OutputStream;
  stderr: NodeJS.WritableStream;
};

const EXIT_USAGE = 2;
const COLUMNS_DEFAULT = 120;
const COLUMNS_MIN = 40;

/**
 * The command `dfe`: reads and judges files, packages and folders, and prints a line for each.
 * @returns exit code: 0 all were read, 1 some were not, 2 wrong usage
 */
export async function runDfe(args: readonly string[], io: CommandIo): Promise<number> {
  const command = parseArguments(args, io.env);
  if (command.kind === "uso-errado") return reportUsageError(command.sentence, io);
  const output = new LineOutput(io.stdout);
  if (command.kind === "ajuda") {
    await output.line(HELP_TEXT.trimEnd());
    await output.flush();
    return 0;
  }
  const trustedCas = command.trustedCas === null ? [] : tryReadCas(path.resolve(io.cwd, command.trustedCas));
  if (trustedCas === null)
    return reportUsageError(`A pasta de certificados ${command.trustedCas} não se deixa ler.`, io);
  if (trustedCas.length === 0 && command.trustedCas !== null) {
    return reportUsageError(
      `A pasta ${command.trustedCas} não tem certificado nenhum (.pem, .crt, .cer).`,
      io,
    );
  }
  const { providers: provedores, invalid } = readProviders(io.env.PROVEDORES_CONFIAVEIS);
  if (invalid.length > 0)
    return reportUsageError(`PROVEDORES_CONFIAVEIS: ${invalid.join(", ")} não é CNPJ.`, io);
  return readAll({ ...command, confianca: { trustedCas: trustedCas, providers: provedores } }, output, io);
}

type ReadCommand = Extract<Command, { kind: "ler" }> & { confianca: Trust };

async function readAll(
  { paths, json, confianca: trust }: ReadCommand,
  output: LineOutput,
  io: CommandIo,
): Promise<number> {
  const format = tableFormatOf(io);
  const tally = new Tally();
  if (!json) await output.line(drawHeader(format));
  for await (const foundFile of listFiles(paths, io.cwd)) {
    for await (const result of openFile(foundFile, trust)) {
      const resultLine = toResultLine(result);
      tally.add(resultLine, result.pedido);
      await output.line(json ? JSON.stringify(resultLine) : drawRow(resultLine, format));
    }
    if (output.isClosed()) return tally.exitCode();
  }
  if (!json) await output.line(["", ...tally.sentences()].join("\n"));
  await output.flush();
  return tally.exitCode();
}

function tryReadCas(dir: string): readonly string[] | null {
  try {
    return readTrustedCas({ icpBrasilDir: dir, sandbox: null }, false);
  } catch {
    return null;
  }
}

function reportUsageError(sentence: string, { stderr }: CommandIo): number {
  stderr.write(`${sentence}\n${USAGE}\n(--ajuda explica as opções e os códigos de saída)\n`);
  return EXIT_USAGE;
}

function tableFormatOf({ stdout, env }: CommandIo): TableFormat {
  const columns = stdout.columns ?? Number(env.COLUMNS ?? "");
  return {
    width: Math.max(COLUMNS_MIN, columns || COLUMNS_DEFAULT),
    hasColors: stdout.isTTY === true && !env.NO_COLOR,
    isWhole: stdout.isTTY !== true,
  };
}
