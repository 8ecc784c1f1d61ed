import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { CommunicationFailure, Refusal } from "../../../rpc/call/failures.ts";
import { type Empresa, refreshEmpresas } from "../../../rpc/conta/empresas.ts";
import { sendCertificado } from "../../../rpc/conta/send-certificado.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { type StoredForm, useStoredForm } from "../../../ui/form/use-stored-form.ts";
import { EMPTY_VALUES, schema, type UploadValues, uploadFieldOf } from "./upload-values.ts";

/** The upload form; `fraction`: progress from 0 to 1, null while nothing is being sent. */
export function useCertificadoUpload(
  { id }: Empresa,
  onSent: () => void,
): { form: StoredForm<UploadValues>; fraction: number | null } {
  const [fraction, setFraction] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const form = useStoredForm<UploadValues>({
    schema,
    values: EMPTY_VALUES,
    mode: "onSubmit",
    save: async ({ arquivo, senha }) => {
      if (arquivo === null) return;
      const control = new AbortController();
      running.current = control;
      setFraction(0);
      const upload = { empresaId: id, password: senha, arquivo };
      await sendCertificado(upload, setFraction, control.signal).finally(() => setFraction(null));
      if (control.signal.aborted) return;
      form.reset(EMPTY_VALUES);
      await refreshEmpresas();
      onSent();
    },
    onFailure: (failure) => {
      if (!running.current?.signal.aborted) showFailure(failure, form);
    },
  });
  return { form, fraction };
}

/** The file stays selected after any failure; a refused password is cleared and asked for again. */
function showFailure(failure: unknown, form: UseFormReturn<UploadValues>): void {
  if (failure instanceof Refusal) showRefusal(failure, form);
  // A lost session already redirects to the sign-in page.
  else if (failure instanceof CommunicationFailure) form.setError("root", { message: UPLOAD_FAILED });
}

const UPLOAD_FAILED = `${texts.erros.upload} ${texts.erros.uploadTexto}`;

function showRefusal({ message, erros }: Refusal, form: UseFormReturn<UploadValues>): void {
  const [fieldError] = erros.flatMap(({ campo, mensagem }) => {
    const name = uploadFieldOf(campo);
    return name ? [{ name, mensagem }] : [];
  });
  if (!fieldError) {
    form.setError("root", { message: message === texts.erros.upload ? UPLOAD_FAILED : message });
    return;
  }
  if (fieldError.name === "senha") form.setValue("senha", "", { shouldDirty: true });
  form.setError(fieldError.name, { type: "server", message: fieldError.mensagem });
  // The field was disabled during the upload; it can take the focus after the next render.
  window.setTimeout(() => form.setFocus(fieldError.name));
}
