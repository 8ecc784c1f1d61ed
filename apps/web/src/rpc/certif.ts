import { type Progresso, sendForm } from "./envio.ts";
import { comReautenticacao } from "./reautenticacao.ts";

type Envio = { empresaId: string; senha: string; arquivo: File };

/**
 * Uploads the certificado of an empresa.
 * @throws Recusa when the server refuses it, with its sentence
 * @throws FalhaComunicacao when the file did not arrive, or no answer came
 * @throws SessaoEncerrada when the session is over
 */
export async function sendCertificado(
  { empresaId, senha, arquivo }: Envio,
  onProgresso: Progresso,
  signal?: AbortSignal,
): Promise<void> {
  const campos = { empresaId, certSenha: senha, arquivo };
  await comReautenticacao(() => sendForm({ caminho: "/Services/certif", campos }, onProgresso, signal));
}
