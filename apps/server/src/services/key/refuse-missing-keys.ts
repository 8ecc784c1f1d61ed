import type { AppContext } from "../../app-context.ts";
import { StartRefusal } from "../../errors.ts";
import { idOfKey } from "../../secrets/secret-box.ts";

/** What users must enter again if the sealed values of a table are lost. */
const LOST_BY_TABLE: Readonly<Record<string, string>> = {
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
export async function refuseMissingKeys({
  config,
  database,
}: Pick<AppContext, "config" | "database">): Promise<void> {
  const known = [config.chave, ...config.previousKeys].map(idOfKey);
  const counts = await database.gatekeeper.countSealed(idOfKey(config.chave));
  const missing = counts.filter(({ chave }) => ![...known, ...config.lostKeys].includes(chave));
  if (missing.length === 0) return;
  const keys = [...new Set(missing.map(({ chave }) => chave))].join(", ");
  const valores = missing
    .map(({ tabela, valores: envValues }) => `${envValues} ${LOST_BY_TABLE[tabela] ?? tabela}`)
    .join("; ");
  throw new StartRefusal(
    `Há valores criptografados com uma chave que não está em MALOTE_KEY (${keys}): ${valores}. Em MALOTE_KEY está ${known.join(", ")}. Ponha a chave de volta, depois da nova e separada por vírgula, ` +
      "e rode npm run chave -- girar antes de retirá-la. Se ela se perdeu de vez, CHAVES_PERDIDAS=" +
      `${keys.replaceAll(" ", "")} permite iniciar o Malote, e o que ela criptografou terá de ser informado de novo.`,
  );
}
