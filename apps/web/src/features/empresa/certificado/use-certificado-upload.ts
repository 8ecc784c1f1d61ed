import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { CommunicationFailure, Refusal } from "../../../rpc/call/failures.ts";
import { type Empresa, refreshEmpresas } from "../../../rpc/conta/empresas.ts";
import { sendCertificado } from "../../../rpc/conta/send-certificado.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { EMPTY_VALUES, schema, type UploadValues, uploadFieldOf } from "./upload-values.ts";

export type CertificadoUpload = {
  form: UseFormReturn<UploadValues>;
  /** Progress from 0 to 1; null while nothing is being sent. */
  fraction: number | null;
  submit: (event: React.FormEvent) => Promise<void>;
};

/** The upload form and its submission. */
export function useCertificadoUpload({ id }: Empresa, onSent: () => void): CertificadoUpload {
  const form = useForm<UploadValues>({ resolver: zodResolver(schema), defaultValues: EMPTY_VALUES });
  const [fraction, setFraction] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const submit = form.handleSubmit(async ({ arquivo, senha }) => {
    if (arquivo === null) return;
    const control = new AbortController();
    running.current = control;
    setFraction(0);
    const failure = await sendCertificado(
      { empresaId: id, password: senha, arquivo },
      setFraction,
      control.signal,
    ).then(
      () => null,
      (error: unknown) => error,
    );
    if (control.signal.aborted) return;
    setFraction(null);
    if (failure !== null) {
      showFailure(failure, form);
      return;
    }
    form.reset(EMPTY_VALUES);
    await refreshEmpresas();
    onSent();
  });
  return { form, fraction, submit };
}

/** The file stays selected after any failure; a refused password is cleared and asked for again. */
function showFailure(failure: unknown, form: UseFormReturn<UploadValues>): void {
  if (failure instanceof Refusal) showRefusal(failure, form);
  // A lost session already redirects to the sign-in page.
  else if (failure instanceof CommunicationFailure)
    form.setError("root", { type: "upload", message: texts.erros.upload });
}

function showRefusal({ message, erros }: Refusal, form: UseFormReturn<UploadValues>): void {
  const [fieldError] = erros.flatMap(({ campo, mensagem }) => {
    const name = uploadFieldOf(campo);
    return name ? [{ name, mensagem }] : [];
  });
  if (!fieldError) {
    form.setError("root", { type: message === texts.erros.upload ? "upload" : "server", message });
    return;
  }
  if (fieldError.name === "senha") form.setValue("senha", "", { shouldDirty: true });
  form.setError(fieldError.name, { type: "server", message: fieldError.mensagem });
  // The field was disabled during the upload; it can take the focus after the next render.
  window.setTimeout(() => form.setFocus(fieldError.name));
}
