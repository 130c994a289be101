{{- define "warranty.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "warranty.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "warranty.labels" -}}
{{ include "warranty.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "warranty.env" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
{{- with .Values.trustProxy }}
- name: TRUST_PROXY
  value: {{ . | quote }}
{{- end }}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ .Values.database.secret }}, key: {{ .Values.database.key }} }
{{- with .Values.database.directKey }}
- name: DATABASE_DIRECT_URL
  valueFrom:
    secretKeyRef: { name: {{ $.Values.database.secret }}, key: {{ . }} }
{{- end }}
- name: SECRETS_KEY
  valueFrom:
    secretKeyRef: { name: {{ .Values.masterKey.secret }}, key: {{ .Values.masterKey.key }} }
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $from := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $from.secret }}, key: {{ $from.key }} }
{{- end }}
{{- end }}

{{- define "warranty.container" -}}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [{{ .command }}]
env:
  {{- include "warranty.env" .root | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "warranty.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: { sizeLimit: {{ .Values.temporaryStorage }} }
{{- end }}

{{- define "warranty.placement" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "warranty.selector" . | nindent 8 }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
