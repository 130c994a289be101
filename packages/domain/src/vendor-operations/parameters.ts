import type { OperationProblem } from '@warranty/contracts/api-tester';
import type { OperationParameter, VendorOperation } from '@warranty/contracts/vendor-catalog';
import { problem } from './problems.ts';

export type InputValue = string | number | boolean;
export type InputValues = Readonly<Record<string, InputValue | undefined>>;

/** The values as they are sent, by the parameter's own name; what was left out is not there. */
export type ReadValues = ReadonlyMap<string, InputValue>;

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** What was typed for a parameter, in the vendor's own case; empty where nothing was. */
export function writtenText({ name, transform }: OperationParameter, values: InputValues): string {
  const typed = Object.hasOwn(values, name) ? values[name] : undefined;
  const text = typed === undefined ? '' : String(typed).trim();
  return transform === 'upper' ? text.toUpperCase() : text;
}

/** What was typed for a parameter, or its default; empty where there is neither. */
const typedText = (parameter: OperationParameter, values: InputValues) =>
  writtenText(parameter, values) || (parameter.default ?? '');

const matches = (pattern: string | undefined, text: string) =>
  pattern === undefined || new RegExp(pattern).test(text);

function mistake({ name, type, enum: allowed, pattern, in: place }: OperationParameter, text: string) {
  if (type === 'number' && !(decimal.test(text) && Number.isFinite(Number(text))))
    return `Parameter ${name} must be a number`;
  if (type === 'boolean' && !/^(true|false)$/i.test(text))
    return `Parameter ${name} must be a boolean (true/false)`;
  if (allowed && !allowed.includes(text)) return `Parameter ${name} must be one of: ${allowed.join(', ')}`;
  if (!matches(pattern, text) || !text.isWellFormed() || (place === 'path' && isDots(text)))
    return `Parameter ${name} does not match required pattern`;
  return null;
}

/** Another segment than it looks: no encoding keeps a path from being resolved over these. */
const isDots = (text: string) => text === '.' || text === '..';

function sentValue({ type, wireValues = {} }: OperationParameter, text: string): InputValue {
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text.toLowerCase() === 'true';
  return Object.hasOwn(wireValues, text) ? (wireValues[text] ?? text) : text;
}

/** What is wrong with one value, or null: for the form, field by field. */
export function parameterProblem(parameter: OperationParameter, values: InputValues): string | null {
  const text = typedText(parameter, values);
  if (text !== '') return mistake(parameter, text);
  return parameter.required ? `Missing required parameter: ${parameter.name}` : null;
}

/** The pattern that a typed value does not match, to be shown beside the refusal; null where it is not the reason. */
export function refusingPattern(parameter: OperationParameter, values: InputValues): string | null {
  const text = typedText(parameter, values);
  return text === '' || matches(parameter.pattern, text) ? null : (parameter.pattern ?? null);
}

export function readParameters(
  { parameters }: VendorOperation,
  values: InputValues,
): { read: ReadValues; problems: OperationProblem[] } {
  const read = new Map<string, InputValue>();
  const problems: OperationProblem[] = [];
  for (const parameter of parameters) {
    const found = parameterProblem(parameter, values);
    const text = typedText(parameter, values);
    if (found) problems.push(problem(`parameters.${parameter.name}`, found));
    else if (text !== '') read.set(parameter.name, sentValue(parameter, text));
  }
  return { read, problems };
}
