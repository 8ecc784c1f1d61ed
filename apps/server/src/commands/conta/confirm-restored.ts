import { createInterface } from "node:readline";
import { StartRefusal } from "../../errors.ts";

/** The streams of the command. Without a terminal it cannot ask. */
type Terminal = { stdin?: NodeJS.ReadStream; stdout: Pick<NodeJS.WritableStream, "write"> };

const WORD = "restaurado";
const WARNING =
  "Use só depois de restaurar o banco por um meio que não seja npm run backup -- restaurar, com o Malote parado.\n" +
  "Começa uma época nova do feed de todas as contas: cada ERP que leu além do backup é avisado. Não é possível desfazer.\n" +
  `Escreva ${WORD} para continuar: `;

/**
 * Asks the operator at the terminal to type one word.
 * @throws {StartRefusal} when another word is typed, or there is no terminal
 */
export async function confirmRestored({ stdin, stdout }: Terminal): Promise<void> {
  if (!stdin?.isTTY) {
    throw new StartRefusal(
      "Nada foi alterado: restaurado começa uma época nova do feed de todas as contas. " +
        "Se o banco foi mesmo restaurado de um backup, repita com --sim.",
    );
  }
  stdout.write(WARNING);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) {
      if (line.trim().toLowerCase() === WORD) return;
      break;
    }
  } finally {
    lines.close();
  }
  throw new StartRefusal("Nada foi alterado.");
}
