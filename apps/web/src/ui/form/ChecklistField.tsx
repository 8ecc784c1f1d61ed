import { Checkbox, Radio, Stack, Text } from "@mantine/core";
import type { FieldPathByValue, FieldValues, PathValue, UseFormReturn } from "react-hook-form";
import { change, errorOf } from "./field.ts";

type ChecklistOption = {
  value: string;
  label: React.ReactNode;
  description: string;
  disabled?: boolean;
};

/** A longer list scrolls. */
const SHOWN_MAX = 8;

/** A list of checkboxes; the value keeps the order of its options. */
export function ChecklistField<V extends FieldValues>(props: {
  form: UseFormReturn<V>;
  name: FieldPathByValue<V, readonly string[]>;
  label: string;
  /** Shows the label only to screen readers: a control above the list says the same. */
  hidesLabel?: boolean;
  options: readonly ChecklistOption[] | undefined;
  /** Replaces a list without options. */
  empty?: string;
}): React.JSX.Element {
  const { form, name, label, hidesLabel = false, options = [], empty } = props;
  const error = errorOf(form, name);
  const indexOf = (value: string): number => options.findIndex((option) => option.value === value);
  return (
    <Checkbox.Group
      label={label}
      {...(hidesLabel ? { labelProps: { className: "vh" } } : {})}
      value={[...(form.watch(name) as readonly string[])]}
      onChange={(next) => {
        const sorted = next.toSorted((a, b) => indexOf(a) - indexOf(b));
        change(form, name, sorted as PathValue<V, typeof name>);
      }}
      error={error && <span role="alert">{error}</span>}
    >
      <Stack
        gap={10}
        pl={hidesLabel ? 32 : 0}
        mah={options.length > SHOWN_MAX ? 280 : "none"}
        style={{ overflow: "auto" }}
      >
        {props.options?.length === 0 && (
          <Text size="xs" c="dimmed">
            {empty}
          </Text>
        )}
        {options.map((option) => (
          <Checkbox key={option.value} {...option} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** All empresas of the conta, also future ones, or only some. */
export function EmpresaScopeField<V extends { algumas: boolean; empresas: string[] }>(props: {
  form: UseFormReturn<V>;
  texts: { empresas: string; todas: string; algumas: string; nenhumaEmpresa: string };
  options: readonly ChecklistOption[] | undefined;
}): React.JSX.Element {
  const { texts, options } = props;
  const form = props.form as unknown as UseFormReturn<{ algumas: boolean; empresas: string[] }>;
  const isLimited = form.watch("algumas");
  return (
    <Stack gap={8}>
      <Radio.Group
        label={texts.empresas}
        value={isLimited ? "algumas" : "todas"}
        onChange={(value) => change(form, "algumas", value === "algumas")}
      >
        <Stack gap={10} pt={4}>
          <Radio value="todas" label={texts.todas} />
          <Radio value="algumas" label={texts.algumas} />
        </Stack>
      </Radio.Group>
      {isLimited && (
        <ChecklistField
          form={form}
          name="empresas"
          label={texts.algumas}
          hidesLabel
          options={options}
          empty={texts.nenhumaEmpresa}
        />
      )}
    </Stack>
  );
}
