import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { call } from "../../rpc/call.ts";
import { type Empresa, refreshEmpresas } from "../../rpc/empresas.ts";
import { explainFalha, Recusa } from "../../rpc/falhas.ts";
import { empresa as textos } from "../../textos/empresas.ts";
import { FormPanes } from "../../ui/FormPanes.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { CAMPOS_NOVOS, type Campos, campoOf, schema, toCampos, toEmpresa } from "./campos.ts";
import { EmpresaCampos } from "./EmpresaCampos.tsx";

type FormProps = {
  /** Null for a new company. */
  guardada: Empresa | null;
  /** The form is read-only for users who are not managers. */
  gerente: boolean;
  /** Called with the id of the saved company. */
  onSalva: (id: string) => void;
  onCancelar: () => void;
  /** Content beside the form. */
  lado: React.ReactNode;
};

/** The form of a company, beside its certificate and distribution syncs. */
export function EmpresaForm(props: FormProps): React.JSX.Element {
  const { guardada, gerente, onSalva, onCancelar, lado } = props;
  const form = useEmpresaForm(guardada);
  const { isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (campos) => {
    const id = await save(campos, guardada, form);
    if (id !== null) onSalva(id);
  });
  return (
    <FormPanes
      impedido={gerente ? null : textos.soAdministrador}
      onSubmit={submit}
      pe={{
        salvar: textos.salvar,
        nota: isDirty ? textos.naoSalvas : guardada ? textos.nadaMudou : "",
        isDirty,
        isSubmitting,
        onCancelar,
      }}
      lado={{ rotulo: textos.lado, conteudo: lado }}
    >
      <EmpresaCampos form={form} guardada={guardada} gerente={gerente} />
    </FormPanes>
  );
}

/** Newly stored values update every field that the user has not edited. */
function useEmpresaForm(guardada: Empresa | null): UseFormReturn<Campos> {
  const stored = useMemo(() => (guardada ? toCampos(guardada) : CAMPOS_NOVOS), [guardada]);
  return useForm<Campos>({
    resolver: zodResolver(schema),
    mode: "onTouched",
    defaultValues: stored,
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
}

/** @returns the id of the saved company; null after a failure, with the errors on screen */
async function save(
  campos: Campos,
  guardada: Empresa | null,
  form: UseFormReturn<Campos>,
): Promise<string | null> {
  try {
    const { object } = await call("Empresa.saveEmpresa", {
      empresa: toEmpresa(campos, guardada?.id ?? null),
    });
    await refreshEmpresas();
    const nome = campos.nome.trim();
    avisar(guardada ? textos.salva(nome) : textos.salvaNova(nome));
    return object.id;
  } catch (error) {
    const shown = error instanceof Recusa && showErros(error, form);
    if (!shown) avisarFalha(explainFalha(error));
    return null;
  }
}

/** Shows the server's refusals under their fields. @returns whether any refusal has a field */
function showErros(recusa: Recusa, form: UseFormReturn<Campos>): boolean {
  const known = recusa.erros.flatMap(({ campo, mensagem }) => {
    const name = campoOf(campo);
    return name ? [{ name, mensagem }] : [];
  });
  known.forEach(({ name, mensagem }, index) => {
    form.setError(name, { type: "server", message: mensagem }, { shouldFocus: index === 0 });
  });
  return known.length > 0;
}
