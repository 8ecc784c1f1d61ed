import { useEffect, useEffectEvent } from "react";
import { call } from "../../../rpc/call/call.ts";
import { showFormFailure } from "../../../rpc/call/show-form-failure.ts";
import { refreshCaixas } from "../../../rpc/conta/caixas.ts";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { useOwner } from "../../../rpc/session/current-user.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { FormPanes } from "../../../ui/form/FormPanes.tsx";
import { useStoredForm } from "../../../ui/form/use-stored-form.ts";
import { ConnectionTest } from "../connection-test/ConnectionTest.tsx";
import { useConnectionTest } from "../connection-test/use-connection-test.ts";
import { caixaNameOf } from "../health/caixa-state.ts";
import { CaixaFields } from "./CaixaFields.tsx";
import {
  EMPTY_VALUES,
  type FormValues,
  formFieldOf,
  schemaOf,
  toCaixa,
  toFormValues,
} from "./caixa-form-values.ts";

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
  const form = useStoredForm<FormValues>({
    schema: schemaOf(savedCaixa),
    draftOwner: useOwner(),
    values: savedCaixa ? toFormValues(savedCaixa) : EMPTY_VALUES,
    save: async (values) => {
      const caixaEmail = toCaixa(values, savedCaixa?.id ?? null);
      await call("CaixaEmail.saveCaixaEmail", { caixaEmail });
      await refreshCaixas();
      const name = caixaNameOf(caixaEmail);
      showToast(savedCaixa ? texts.salva(name) : texts.salvaNova(name));
      props.onSaved();
    },
    onFailure: (error, form) => showFormFailure(error, form, formFieldOf),
  });
  const connectionTest = useConnectionTest(form, savedCaixa?.id ?? null);
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
      form={form}
      lockedReason={isManager ? null : texts.soAdministrador}
      isNew={savedCaixa === null}
      submitLabel={texts.salvar}
      onCancel={props.onCancel}
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
