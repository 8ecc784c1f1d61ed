import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { sendCertificado } from "../../../rpc/certif.ts";
import { type Empresa, refreshEmpresas } from "../../../rpc/empresas.ts";
import { FalhaComunicacao, Recusa } from "../../../rpc/falhas.ts";
import { certificado as textos } from "../../../textos/certificados.ts";
import { CAMPOS_NOVOS, type Campos, campoOf, schema } from "./arquivo.ts";

export type Envio = {
  form: UseFormReturn<Campos>;
  /** Progress from 0 to 1; null while nothing is being sent. */
  parte: number | null;
  enviar: (event: React.FormEvent) => Promise<void>;
};

/** The upload form and its submission. */
export function useEnvio({ id }: Empresa, onEnviado: () => void): Envio {
  const form = useForm<Campos>({ resolver: zodResolver(schema), defaultValues: CAMPOS_NOVOS });
  const [parte, setParte] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const enviar = form.handleSubmit(async ({ arquivo, senha }) => {
    if (arquivo === null) return;
    const control = new AbortController();
    running.current = control;
    setParte(0);
    const failure = await sendCertificado({ empresaId: id, senha, arquivo }, setParte, control.signal).then(
      () => null,
      (error: unknown) => error,
    );
    if (control.signal.aborted) return;
    setParte(null);
    if (failure !== null) {
      showFailure(failure, form);
      return;
    }
    form.reset(CAMPOS_NOVOS);
    await refreshEmpresas();
    onEnviado();
  });
  return { form, parte, enviar };
}

/** The file stays selected after any failure; a refused password is cleared and asked for again. */
function showFailure(failure: unknown, form: UseFormReturn<Campos>): void {
  if (failure instanceof Recusa) showRecusa(failure, form);
  // A lost session already redirects to the sign-in page.
  else if (failure instanceof FalhaComunicacao)
    form.setError("root", { type: "upload", message: textos.erros.upload });
}

function showRecusa({ message, erros }: Recusa, form: UseFormReturn<Campos>): void {
  const [wrong] = erros.flatMap(({ campo, mensagem }) => {
    const name = campoOf(campo);
    return name ? [{ name, mensagem }] : [];
  });
  if (!wrong) {
    form.setError("root", { type: message === textos.erros.upload ? "upload" : "server", message });
    return;
  }
  if (wrong.name === "senha") form.setValue("senha", "", { shouldDirty: true });
  form.setError(wrong.name, { type: "server", message: wrong.mensagem });
  // The field was disabled during the upload; it can take the focus after the next render.
  window.setTimeout(() => form.setFocus(wrong.name));
}
