import { type ReportProgress, sendForm } from "../call/send-form.ts";
import { withReauthentication } from "../session/reauthenticate.ts";

type CertificadoUpload = { empresaId: string; password: string; arquivo: File };

/**
 * Uploads the certificado of an empresa.
 * @throws Recusa when the server refuses it, with its sentence
 * @throws CommunicationFailure when the file did not arrive, or no answer came
 * @throws SessionEnded when the session is over
 */
export async function sendCertificado(
  { empresaId, password, arquivo: file }: CertificadoUpload,
  onProgress: ReportProgress,
  signal?: AbortSignal,
): Promise<void> {
  const fields = { empresaId, certSenha: password, arquivo: file };
  await withReauthentication(() => sendForm({ path: "/Services/certif", fields }, onProgress, signal));
}
