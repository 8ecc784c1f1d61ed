import { type Casa, openCasa } from "./casa.ts";
import { EXERCICIOS, type Exercicio } from "./exercicios.ts";
import { exercitar, type Linha, writeLinha } from "./exercitar.ts";
import { RETORNOS } from "./retornos.ts";

/** Which drills run, how often, and on how many installations in parallel. */
export type Plano = {
  /** Parts of names, in lower case; "" is part of each. */
  partes: readonly string[];
  demora: boolean;
  vezes: number;
  lanes: number;
};

/** isOwn: the drill has an installation of its own. */
type Prova = {
  nome: string;
  isOwn: boolean;
  whyNot(casa: Casa): string | null;
  play(casa: Casa): Promise<Linha>;
};

/** Runs the chosen drills and reports each finished row. @returns the number of rows with an error */
export async function playAll(plano: Plano, tell: (row: string) => void): Promise<number> {
  const waiting = Array.from({ length: plano.vezes }, () => listProvas(plano)).flat();
  const lanes = Array.from({ length: plano.lanes }, () => playLane(waiting, tell));
  return (await Promise.all(lanes)).reduce((sum, failed) => sum + failed, 0);
}

function listProvas({ partes, demora }: Plano): Prova[] {
  const isAsked = ({ nome }: { nome: string }): boolean =>
    partes.some((part) => nome.toLowerCase().includes(part));
  const isDue = ({ condicao }: Exercicio): boolean => !demora || condicao !== undefined;
  const provas = EXERCICIOS.filter((each) => isAsked(each) && isDue(each)).map(
    (exercicio): Prova => ({
      nome: exercicio.nome,
      isOwn: demora,
      whyNot: (casa) => whyNot(exercicio, casa),
      play: (casa) => exercitar(casa, exercicio, { demora }),
    }),
  );
  // They replace the database: each has an installation of its own.
  const retornos = RETORNOS.filter((each) => isAsked(each) && !demora).map(
    ({ nome, play }): Prova => ({ nome, isOwn: true, whyNot: () => null, play }),
  );
  return [...provas, ...retornos];
}

function whyNot({ disks, skip }: Exercicio, { canMount }: Casa): string | null {
  if (disks && !canMount) return "só o root pode montar discos";
  return skip?.() ?? null;
}

/** Runs waiting drills one after another, on the same installation as long as possible. */
async function playLane(waiting: Prova[], tell: (row: string) => void): Promise<number> {
  let casa: Casa | null = null;
  let failed = 0;
  const leave = async (): Promise<void> => {
    const left = casa;
    casa = null;
    await left?.close().catch((error: unknown) => console.error("an installation was not closed:", error));
  };
  try {
    for (let prova = waiting.shift(); prova !== undefined; prova = waiting.shift()) {
      if (prova.isOwn) await leave();
      casa ??= await openCasa();
      try {
        if (!(await playOn(casa, prova, tell))) {
          failed += 1;
          // Documents missing on this installation must not count against the next drill.
          await leave();
        }
      } catch (error) {
        // The installation is in an unknown state: the next drills run on a new one.
        tell(`| ${prova.nome} | não terminou: ${String(error).split("\n")[0]} | | | | | | | | |`);
        failed += 1;
        await leave();
      }
      if (prova.isOwn) await leave();
    }
    return failed;
  } finally {
    await leave();
  }
}

/** @returns whether the drill succeeded or was skipped */
async function playOn(casa: Casa, prova: Prova, tell: (row: string) => void): Promise<boolean> {
  const reason = prova.whyNot(casa);
  if (reason !== null) {
    tell(`| ${prova.nome} | pulado: ${reason} | | | | | | | | |`);
    return true;
  }
  const linha = await prova.play(casa);
  tell(writeLinha(linha));
  return linha.errado.length === 0;
}
