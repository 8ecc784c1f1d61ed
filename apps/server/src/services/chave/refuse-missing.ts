import type { AppContext } from "../../app-context.ts";
import { StartRefusal } from "../../errors.ts";
import { idOfChave } from "../../secrets/cofre.ts";

/** What the user must do again when a value is lost, by table. */
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
 * A process without a key that stored values need would fail at each of them, one by one: it does not start.
 * @throws {StartRefusal} that names the key, what it seals, and the ways on
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
