import { API_TOKEN_GRACE_HOURS } from "@malote/contract";
import { Button, Radio, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { explainFailure, toOneLine } from "../../rpc/call/failures.ts";
import { type ApiToken, rotateApiToken, type TokenResult } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import drawerClasses from "../../ui/overlay/SideDrawer.module.css";

const texts = apiTexts.giro;
// `Object.entries` sorts keys that look like integers, which is the order wanted here.
const GRACE_OPTIONS = Object.entries(texts.opcoes);
const DEFAULT_HOURS = String(API_TOKEN_GRACE_HOURS);
const DISCARD_QUESTION = { ...apiTexts.gaveta.abandonar, destrutiva: true };

/** Rotates the secret of a token; the user selects how long the current one stays valid. */
export function RotateTokenForm(props: {
  token: ApiToken;
  onDirty: (dirty: boolean) => void;
  onDone: (result: TokenResult) => void;
  onCancel: () => void;
}): React.JSX.Element {
  const { token, onDirty, onDone, onCancel } = props;
  const [graceHours, setGraceHours] = useState(DEFAULT_HOURS);
  const isChanged = graceHours !== DEFAULT_HOURS;
  useEffect(() => onDirty(isChanged), [isChanged, onDirty]);
  const [rotating, setRotating] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const expiringSecret = token.segredos.find(({ terminaEm }) => terminaEm !== null);
  const rotate = async (): Promise<void> => {
    setRotating(true);
    setErrorText(null);
    try {
      onDone(await rotateApiToken(token.id, Number(graceHours)));
    } catch (error) {
      const failure = explainFailure(error);
      setErrorText(failure ? toOneLine(failure) : null);
      setRotating(false);
    }
  };
  return (
    <GuardedForm
      className={drawerClasses.form}
      changed={isChanged}
      question={DISCARD_QUESTION}
      onSubmit={(event) => {
        event.preventDefault();
        void rotate();
      }}
    >
      <div className={drawerClasses.rolo}>
        {errorText !== null && <Alert>{errorText}</Alert>}
        <Text inherit fw={550}>
          {token.nome}
        </Text>
        <p className={drawerClasses.texto}>{texts.texto}</p>
        <Radio.Group label={texts.anterior} value={graceHours} onChange={setGraceHours}>
          <div className={drawerClasses.opcoes}>
            {GRACE_OPTIONS.map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        {expiringSecret && (
          <Text inherit c="var(--warn-text)" fw={550}>
            {texts.terceiro(expiringSecret.mascara)}
          </Text>
        )}
      </div>
      <footer className={drawerClasses.pe}>
        <Button variant="default" onClick={onCancel}>
          {apiTexts.gaveta.cancelar}
        </Button>
        <Button type="submit" loading={rotating}>
          {texts.girar}
        </Button>
      </footer>
    </GuardedForm>
  );
}
