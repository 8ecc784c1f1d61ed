import type { AppContext } from "../../app-context.ts";
import { StartRefusal } from "../../errors.ts";
import { idOfChave } from "../../secrets/cofre.ts";

/** What users must enter again if the sealed values of a table are lost. */
const PERDE: Readonly<Record<string, string>> = {
  caixa_email: "senhas de caixas de e-mail",
  certificado: "certificados das empresas",
  envio: "links de e-mails que ainda não saíram",
  installation: "valor de conferência da instalação",
  idempotencia: "respostas guardadas por 24 horas para ERPs",
  usuario: "segundos fatores",
  webhook: "segredos de webhooks",
};

/**
 * Refuses to start without a key that stored values need: each of them would fail later, one by one.
 * @throws {StartRefusal} that names the key, what it seals, and the options
 */
export async function refuseMissingChaves({
  config,
  database,
}: Pick<AppContext, "config" | "database">): Promise<void> {
  const known = [config.chave, ...config.chavesAntigas].map(idOfChave);
  const contados = await database.portaria.countSelados(idOfChave(config.chave));
  const missing = contados.filter(({ chave }) => ![...known, ...config.chavesPerdidas].includes(chave));
  if (missing.length === 0) return;
  const chaves = [...new Set(missing.map(({ chave }) => chave))].join(", ");
  const valores = missing.map(({ tabela, valores }) => `${valores} ${PERDE[tabela] ?? tabela}`).join("; ");
  throw new StartRefusal(
    `Há valores criptografados com uma chave que não está em MALOTE_KEY (${chaves}): ${valores}. Em MALOTE_KEY está ${known.join(", ")}. Ponha a chave de volta, depois da nova e separada por vírgula, ` +
      "e rode npm run chave -- girar antes de retirá-la. Se ela se perdeu de vez, CHAVES_PERDIDAS=" +
      `${chaves.replaceAll(" ", "")} permite iniciar o Malote, e o que ela criptografou terá de ser informado de novo.`,
  );
}
