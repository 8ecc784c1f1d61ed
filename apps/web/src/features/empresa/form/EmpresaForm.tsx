import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import { type Empresa, refreshEmpresas } from "../../../rpc/conta/empresas.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { FormPanes } from "../../../ui/form/FormPanes.tsx";
import { EmpresaFields } from "./EmpresaFields.tsx";
import {
  EMPTY_VALUES,
  type FormValues,
  formFieldOf,
  schema,
  toEmpresa,
  toFormValues,
} from "./empresa-form-values.ts";

type FormProps = {
  /** Null for a new company. */
  savedEmpresa: Empresa | null;
  /** The form is read-only for users who are not managers. */
  isManager: boolean;
  /** Called with the id of the saved company. */
  onSaved: (id: string) => void;
  onCancel: () => void;
  /** Content beside the form. */
  sidePanel: React.ReactNode;
};

/** The form of a company, beside its certificate and distribution syncs. */
export function EmpresaForm(props: FormProps): React.JSX.Element {
  const { savedEmpresa, isManager, onSaved, onCancel, sidePanel } = props;
  const form = useEmpresaForm(savedEmpresa);
  const { isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const id = await save(values, savedEmpresa, form);
    if (id !== null) onSaved(id);
  });
  return (
    <FormPanes
      lockedReason={isManager ? null : texts.soAdministrador}
      onSubmit={submit}
      footer={{
        save: texts.salvar,
        note: isDirty ? texts.naoSalvas : savedEmpresa ? texts.nadaMudou : "",
        isDirty,
        isSubmitting,
        onCancel,
      }}
      side={{ label: texts.lado, content: sidePanel }}
    >
      <EmpresaFields form={form} savedEmpresa={savedEmpresa} isManager={isManager} />
    </FormPanes>
  );
}

/** Newly stored values update every field that the user has not edited. */
function useEmpresaForm(savedEmpresa: Empresa | null): UseFormReturn<FormValues> {
  const stored = useMemo(() => (savedEmpresa ? toFormValues(savedEmpresa) : EMPTY_VALUES), [savedEmpresa]);
  return useForm<FormValues>({
    resolver: zodResolver(schema),
    mode: "onTouched",
    defaultValues: stored,
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
}

/** @returns the id of the saved company; null after a failure, with the errors on screen */
async function save(
  values: FormValues,
  savedEmpresa: Empresa | null,
  form: UseFormReturn<FormValues>,
): Promise<string | null> {
  try {
    const { object } = await call("Empresa.saveEmpresa", {
      empresa: toEmpresa(values, savedEmpresa?.id ?? null),
    });
    await refreshEmpresas();
    const empresaName = values.nome.trim();
    showToast(savedEmpresa ? texts.salva(empresaName) : texts.salvaNova(empresaName));
    return object.id;
  } catch (error) {
    const isShown = error instanceof Refusal && showFieldErrors(error, form);
    if (!isShown) showFailureToast(explainFailure(error));
    return null;
  }
}

/** Shows the server's refusals under their fields. @returns whether any refusal has a field */
function showFieldErrors(refusal: Refusal, form: UseFormReturn<FormValues>): boolean {
  const fieldErrors = refusal.erros.flatMap(({ campo, mensagem }) => {
    const name = formFieldOf(campo);
    return name ? [{ name, mensagem }] : [];
  });
  fieldErrors.forEach(({ name, mensagem }, index) => {
    form.setError(name, { type: "server", message: mensagem }, { shouldFocus: index === 0 });
  });
  return fieldErrors.length > 0;
}
