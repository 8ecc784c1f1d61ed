import { call } from "../../../rpc/call/call.ts";
import { showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { type Empresa, refreshEmpresas } from "../../../rpc/conta/empresas.ts";
import { useOwner } from "../../../rpc/session/current-user.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { FormPanes } from "../../../ui/form/FormPanes.tsx";
import { useStoredForm } from "../../../ui/form/use-stored-form.ts";
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
  const form = useStoredForm<FormValues>({
    schema,
    draftOwner: useOwner(),
    values: savedEmpresa ? toFormValues(savedEmpresa) : EMPTY_VALUES,
    save: async (values) => {
      const empresa = toEmpresa(values, savedEmpresa?.id ?? null);
      const { object } = await call("Empresa.saveEmpresa", { empresa });
      await refreshEmpresas();
      showToast(savedEmpresa ? texts.salva(empresa.nome) : texts.salvaNova(empresa.nome));
      onSaved(object.id);
    },
    onFailure: (error, form) => showFormFailure(error, form, formFieldOf),
  });
  return (
    <FormPanes
      form={form}
      lockedReason={isManager ? null : texts.soAdministrador}
      isNew={savedEmpresa === null}
      submitLabel={texts.salvar}
      onCancel={onCancel}
      side={{ label: texts.lado, content: sidePanel }}
    >
      <EmpresaFields form={form} savedEmpresa={savedEmpresa} isManager={isManager} />
    </FormPanes>
  );
}
