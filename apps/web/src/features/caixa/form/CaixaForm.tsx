import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useMemo } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import { refreshCaixas } from "../../../rpc/conta/caixas.ts";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { FormPanes } from "../../../ui/form/FormPanes.tsx";
import { ConnectionTest } from "../connection-test/ConnectionTest.tsx";
import { showFieldErrors, useConnectionTest } from "../connection-test/use-connection-test.ts";
import { caixaNameOf } from "../health/caixa-state.ts";
import { CaixaFields } from "./CaixaFields.tsx";
import { EMPTY_VALUES, type FormValues, schemaOf, toCaixa, toFormValues } from "./caixa-form-values.ts";

type FormProps = {
  /** Null for a new mailbox. */
  savedCaixa: CaixaDetail | null;
  /** The form is read-only for users who are not managers. */
  isManager: boolean;
  timeZone: string;
  /** Tests the connection as soon as the form is shown. */
  testAtOnce: boolean;
  /** Called when that test starts, so that it is not requested again. */
  onTestStarted: () => void;
  onSaved: () => void;
  onCancel: () => void;
  /** The health panel, above the connection test. */
  healthPanel: React.ReactNode;
  /** Shown last on a phone. */
  footer: React.ReactNode;
};

/** The form of a mailbox, beside its connection test. */
export function CaixaForm(props: FormProps): React.JSX.Element {
  const { savedCaixa, isManager, timeZone, healthPanel, footer } = props;
  const form = useCaixaForm(savedCaixa);
  const connectionTest = useConnectionTest(form, savedCaixa?.id ?? null);
  const { isDirty, isSubmitting } = form.formState;
  const startTest = useEffectEvent(() => {
    if (!props.testAtOnce) return;
    props.onTestStarted();
    if (isManager) void connectionTest.runTest();
  });
  useEffect(() => startTest(), []);
  const trustCertificado = (fingerprint: string): void => {
    form.setValue("certificadoFixado", fingerprint, { shouldDirty: true });
    void connectionTest.runTest();
  };
  const passwordRefused =
    connectionTest.estado.phase === "feita" &&
    connectionTest.estado.result.passos.some(({ passo, ok }) => passo === "entrada" && !ok);

  const submit = form.handleSubmit(async (values) => {
    if (await save(values, savedCaixa, form)) props.onSaved();
  });
  const sidePanel = (
    <>
      {healthPanel}
      {isManager && (
        <ConnectionTest
          testState={connectionTest.estado}
          connection={form.getValues()}
          timeZone={timeZone}
          onTest={() => void connectionTest.runTest()}
          onTrust={trustCertificado}
        />
      )}
      {footer}
    </>
  );
  return (
    <FormPanes
      lockedReason={isManager ? null : texts.soAdministrador}
      onSubmit={submit}
      footer={{
        save: texts.salvar,
        note: isDirty ? texts.naoSalvas : savedCaixa ? texts.nadaMudou : "",
        isDirty,
        isSubmitting,
        onCancel: props.onCancel,
      }}
      side={{ label: texts.lado, content: sidePanel }}
    >
      <CaixaFields
        form={form}
        savedCaixa={savedCaixa}
        isManager={isManager}
        passwordRefused={passwordRefused}
      />
    </FormPanes>
  );
}

/** Newly stored values update every field that the user has not edited. */
function useCaixaForm(savedCaixa: CaixaDetail | null): UseFormReturn<FormValues> {
  const stored = useMemo(() => (savedCaixa ? toFormValues(savedCaixa) : EMPTY_VALUES), [savedCaixa]);
  return useForm<FormValues>({
    resolver: zodResolver(schemaOf(savedCaixa)),
    mode: "onTouched",
    defaultValues: stored,
    values: stored,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
}

/** @returns whether it was saved; otherwise the errors are on screen */
async function save(
  values: FormValues,
  savedCaixa: CaixaDetail | null,
  form: UseFormReturn<FormValues>,
): Promise<boolean> {
  try {
    await call("CaixaEmail.saveCaixaEmail", { caixaEmail: toCaixa(values, savedCaixa?.id ?? null) });
    await refreshCaixas();
    const name = caixaNameOf({ descricao: values.descricao.trim(), usuario: values.usuario.trim() });
    showToast(savedCaixa ? texts.salva(name) : texts.salvaNova(name));
    return true;
  } catch (error) {
    const isShown = error instanceof Refusal && showFieldErrors(error, form);
    if (!isShown) showFailureToast(explainFailure(error));
    return false;
  }
}
