import { VISAO_NOME_MAX } from "@malote/contract";
import { Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { savedViewPanelTexts as texts } from "../../texts/lists/saved-view-panel.ts";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { SegmentedControl } from "../../ui/form/SegmentedControl.tsx";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";

const AUDIENCES = ["eu", "conta"] as const;

/** What the form decides about a view. */
export type ViewChoice = { nome: string; compartilhada: boolean };

/** Name of a view, and who sees it; Enter or the button saves it. */
export function SavedViewForm(props: {
  label: string;
  hint?: string;
  initial?: ViewChoice;
  /** Takes the focus when the panel opens. */
  takesFocus?: boolean;
  nameRefusalOf: (name: string) => keyof typeof texts.recusas | null;
  onSave: (choice: ViewChoice) => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, hint, initial, takesFocus = false, nameRefusalOf, onSave, children } = props;
  const [name, setName] = useState(initial?.nome ?? "");
  const [shared, setShared] = useState(initial?.compartilhada ?? false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const changed = name !== (initial?.nome ?? "") || shared !== (initial?.compartilhada ?? false);
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    const refusal = nameRefusalOf(name);
    if (refusal !== null) {
      setErrorText(texts.recusas[refusal]);
      return;
    }
    releaseUnsavedChanges();
    onSave({ nome: name.trim(), compartilhada: shared });
  };
  return (
    <GuardedForm changed={changed} onSubmit={submit}>
      <Stack gap={12} p={8}>
        <TextInput
          label={label}
          description={errorText ? undefined : hint}
          error={errorText}
          value={name}
          maxLength={VISAO_NOME_MAX}
          autoComplete="off"
          data-autofocus={takesFocus || undefined}
          autoFocus={initial !== undefined}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setErrorText(null);
          }}
        />
        <SegmentedControl
          label={texts.paraQuem}
          value={shared ? "conta" : "eu"}
          options={AUDIENCES}
          texts={texts.publicos}
          onChange={(audience) => setShared(audience === "conta")}
        />
        <Group gap={8} justify="flex-end">
          {children}
        </Group>
      </Stack>
    </GuardedForm>
  );
}
