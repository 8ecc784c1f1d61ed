import { Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { savedViewPanelTexts as texts } from "../../texts/lists/saved-view-panel.ts";
import { GuardedForm } from "../../ui/form/GuardedForm.tsx";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";
import { VIEW_NAME_MAX } from "./saved-view.ts";

/** The field for the name of a view; Enter or the button saves it. */
export function SavedViewName(props: {
  label: string;
  hint?: string;
  initial?: string;
  /** Takes the focus when the panel opens. */
  takesFocus?: boolean;
  nameRefusalOf: (name: string) => keyof typeof texts.recusas | null;
  onSave: (name: string) => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, hint, initial = "", takesFocus = false, nameRefusalOf, onSave, children } = props;
  const [name, setName] = useState(initial);
  const [errorText, setErrorText] = useState<string | null>(null);
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    const refusal = nameRefusalOf(name);
    if (refusal !== null) {
      setErrorText(texts.recusas[refusal]);
      return;
    }
    releaseUnsavedChanges();
    onSave(name.trim());
  };
  return (
    <GuardedForm changed={name !== initial} onSubmit={submit}>
      <Stack gap={12} p={8}>
        <TextInput
          label={label}
          description={errorText ? undefined : hint}
          error={errorText}
          value={name}
          maxLength={VIEW_NAME_MAX}
          autoComplete="off"
          data-autofocus={takesFocus || undefined}
          autoFocus={initial !== ""}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setErrorText(null);
          }}
        />
        <Group gap={8} justify="flex-end">
          {children}
        </Group>
      </Stack>
    </GuardedForm>
  );
}
