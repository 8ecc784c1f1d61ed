import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { isDemo, signInToDemo } from "../../rpc/session/demo.ts";
import { demoTexts as texts } from "../../texts/app/sign-in.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { messageOf } from "./message-of.ts";

type Props = {
  /** Signs in without a click: the visitor comes from the home page. */
  immediately: boolean;
  onSignedIn: () => void;
};

/** The sign-in of a demo: one click, without a password. Nothing in any other Malote. */
export function DemoSignIn({ immediately, onSignedIn }: Props): React.ReactNode {
  const [isEntering, setEntering] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const enter = async (): Promise<void> => {
    setEntering(true);
    setRefusal(null);
    try {
      await signInToDemo();
      onSignedIn();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setEntering(false);
    }
  };
  const enterAtOnce = useEffectEvent(() => void enter());
  useEffect(() => {
    if (immediately && isDemo()) enterAtOnce();
  }, [immediately]);
  if (!isDemo()) return null;
  return (
    <>
      {refusal && <Alert>{refusal}</Alert>}
      <p data-demonstracao>
        <Button variant="light" size="md" fullWidth loading={isEntering} onClick={() => void enter()}>
          {texts.entrar}
        </Button>
      </p>
    </>
  );
}
