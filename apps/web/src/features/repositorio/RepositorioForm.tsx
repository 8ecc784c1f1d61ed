import { REPOSITORIO_SIDES } from "@malote/contract";
import { dayInZone, formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import { Button, Group, Switch } from "@mantine/core";
import { useState } from "react";
import { serverNow } from "../../network/clock.ts";
import { explainActionFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { startDownload } from "../../rpc/files/requested-files.ts";
import { watchFile } from "../../rpc/files/watched-files.ts";
import { repositorioTexts as texts } from "../../texts/files/repositorio.ts";
import { DateField } from "../../ui/date/DateField.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { MaskedField } from "../../ui/form/MaskedField.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import classes from "./RepositorioForm.module.css";
import { checkValues, defaultValues, type FormValues, toRequest } from "./repositorio-request.ts";

const { campos: t } = texts;
const SIDES = REPOSITORIO_SIDES.map((value) => ({ value, label: t.papeis[value] }));
const DEFAULT_SIDE = { value: "E", label: t.papeis.E } as const;

/** The form of a repositório: which documents the ZIP contains. */
export function RepositorioForm({ timeZone }: { timeZone: string }): React.JSX.Element {
  const { values, isChanged, changeValues, fieldErrors, submitting, submit } = useRepositorioForm(timeZone);
  const { data: empresas = [] } = useQuery(empresasQuery);
  return (
    <GuardedForm className={classes.form} changed={isChanged} onSubmit={(event) => void submit(event)}>
      <p className={`t-second ${classes.line}`}>{texts.intro}</p>
      <SelectField
        label={t.papel}
        value={values.entradaSaida}
        empty={DEFAULT_SIDE}
        options={SIDES.filter(({ value }) => value !== DEFAULT_SIDE.value)}
        onChange={(entradaSaida) =>
          changeValues({ entradaSaida: entradaSaida as FormValues["entradaSaida"] })
        }
      />
      <SelectField
        label={t.tipo}
        value={values.tipoDFe}
        empty={{ value: "", label: t.todos }}
        options={TIPOS_NOTA.map((value) => ({ value, label: formatTipoNota(value) }))}
        onChange={(tipoDFe) => changeValues({ tipoDFe })}
      />
      <SelectField
        label={t.empresa}
        value={values.cnpjEmpresa}
        empty={{ value: "", label: t.todas }}
        options={empresas.map(({ cnpj, nome }) => ({ value: cnpj, label: nome }))}
        onChange={(cnpjEmpresa) => changeValues({ cnpjEmpresa })}
      />
      <DateField
        label={t.de}
        value={values.de}
        error={fieldErrors.de}
        onChange={(de) => changeValues({ de })}
      />
      <DateField
        label={t.ate}
        name={t.ateNome}
        value={values.ate}
        error={fieldErrors.ate}
        onChange={(ate) => changeValues({ ate })}
      />
      <MaskedField
        mask="documento"
        label={t.cnpj}
        hint={t.cnpjDica}
        value={values.cnpj}
        error={fieldErrors.cnpj}
        onChange={(cnpj) => changeValues({ cnpj })}
      />
      <Group gap="14px 24px" className={classes.line}>
        <Switch
          label={t.comEventos}
          checked={values.comEventos}
          onChange={({ currentTarget }) => changeValues({ comEventos: currentTarget.checked })}
        />
        <Switch
          label={t.comPdf}
          checked={values.comPdf}
          onChange={({ currentTarget }) => changeValues({ comPdf: currentTarget.checked })}
        />
        <Button type="submit" ml="auto" loading={submitting}>
          {texts.pedir}
        </Button>
      </Group>
    </GuardedForm>
  );
}

function useRepositorioForm(timeZone: string) {
  const [values, setValues] = useState(() => defaultValues(dayInZone(serverNow(), timeZone)));
  // The last request is in the list below, so it does not count as unsaved.
  const [requestedValues, setRequestedValues] = useState(values);
  const [attempted, setAttempted] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const fieldErrors: ReturnType<typeof checkValues> = attempted ? checkValues(values) : {};
  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    setAttempted(true);
    if (Object.keys(checkValues(values)).length > 0) return;
    setSubmitting(true);
    try {
      watchFile({ tipo: "repositorio", id: (await startDownload(toRequest(values))).id });
      setRequestedValues(values);
      showToast(texts.comecou);
    } catch (error) {
      showFailureToast(explainActionFailure(error, texts.falhou));
    }
    setSubmitting(false);
  };
  const changeValues = (changed: Partial<FormValues>): void => setValues({ ...values, ...changed });
  const isChanged = JSON.stringify(values) !== JSON.stringify(requestedValues);
  return { values, isChanged, changeValues, fieldErrors, submitting, submit };
}
