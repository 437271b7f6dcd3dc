""" Contains all the data models used in inputs/outputs """

from .agent_provenance import AgentProvenance
from .agent_provenance_tools_item import AgentProvenanceToolsItem
from .agent_provenance_turns_item import AgentProvenanceTurnsItem
from .answer_option import AnswerOption
from .answer_option_action import AnswerOptionAction
from .answer_option_each_item import AnswerOptionEachItem
from .answer_option_ends_run import AnswerOptionEndsRun
from .answer_option_fields_item import AnswerOptionFieldsItem
from .answer_option_wordless import AnswerOptionWordless
from .answered_route import AnsweredRoute
from .answered_route_passed_over_item import AnsweredRoutePassedOverItem
from .answered_route_passed_over_item_reason import AnsweredRoutePassedOverItemReason
from .artifact import Artifact
from .artifact_absent import ArtifactAbsent
from .artifact_parents_item import ArtifactParentsItem
from .artifact_source import ArtifactSource
from .artifact_status import ArtifactStatus
from .budgets import Budgets
from .condition_evidence import ConditionEvidence
from .condition_evidence_names_item import ConditionEvidenceNamesItem
from .decision import Decision
from .decision_action import DecisionAction
from .diff import Diff
from .escalation import Escalation
from .escalation_allowed_actions_item import EscalationAllowedActionsItem
from .escalation_artifact import EscalationArtifact
from .escalation_evidence import EscalationEvidence
from .escalation_evidence_choices_item import EscalationEvidenceChoicesItem
from .escalation_evidence_choices_item_status import EscalationEvidenceChoicesItemStatus
from .escalation_example import EscalationExample
from .escalation_false_leaves_item import EscalationFalseLeavesItem
from .escalation_kind import EscalationKind
from .escalation_links import EscalationLinks
from .escalation_outcomes import EscalationOutcomes
from .escalation_page import EscalationPage
from .escalation_page_allowed_actions_item import EscalationPageAllowedActionsItem
from .escalation_page_artifact import EscalationPageArtifact
from .escalation_page_evidence import EscalationPageEvidence
from .escalation_page_evidence_choices_item import EscalationPageEvidenceChoicesItem
from .escalation_page_evidence_choices_item_status import EscalationPageEvidenceChoicesItemStatus
from .escalation_page_example import EscalationPageExample
from .escalation_page_false_leaves_item import EscalationPageFalseLeavesItem
from .escalation_page_kind import EscalationPageKind
from .escalation_page_links import EscalationPageLinks
from .escalation_page_outcomes import EscalationPageOutcomes
from .escalation_page_status import EscalationPageStatus
from .escalation_status import EscalationStatus
from .event import Event
from .event_data import EventData
from .evidence_attempt import EvidenceAttempt
from .evidence_attempt_absent import EvidenceAttemptAbsent
from .evidence_attempt_beside import EvidenceAttemptBeside
from .evidence_attempt_dependencies import EvidenceAttemptDependencies
from .evidence_attempt_dropped_item import EvidenceAttemptDroppedItem
from .evidence_attempt_faults_item import EvidenceAttemptFaultsItem
from .evidence_attempt_feedback_history_item import EvidenceAttemptFeedbackHistoryItem
from .evidence_attempt_rendered_prompt_item import EvidenceAttemptRenderedPromptItem
from .evidence_attempt_row import EvidenceAttemptRow
from .evidence_attempt_row_changes import EvidenceAttemptRowChanges
from .evidence_attempt_row_status import EvidenceAttemptRowStatus
from .evidence_attempt_status import EvidenceAttemptStatus
from .evidence_attempt_warnings_item import EvidenceAttemptWarningsItem
from .evidence_attempt_warnings_item_code import EvidenceAttemptWarningsItemCode
from .failure import Failure
from .failure_provenance_item import FailureProvenanceItem
from .issue import Issue
from .leaf_of_guard import LeafOfGuard
from .leaf_of_guard_nature import LeafOfGuardNature
from .leaf_of_guard_standing import LeafOfGuardStanding
from .list_artifacts_response_200 import ListArtifactsResponse200
from .list_artifacts_response_200_page import ListArtifactsResponse200Page
from .list_escalations_response_200 import ListEscalationsResponse200
from .list_escalations_response_200_page import ListEscalationsResponse200Page
from .list_events_response_200 import ListEventsResponse200
from .list_events_response_200_page import ListEventsResponse200Page
from .list_runs_response_200 import ListRunsResponse200
from .list_runs_response_200_page import ListRunsResponse200Page
from .published_definition import PublishedDefinition
from .published_definition_bound import PublishedDefinitionBound
from .question_facts import QuestionFacts
from .question_facts_budget import QuestionFactsBudget
from .question_facts_budget_name import QuestionFactsBudgetName
from .question_row import QuestionRow
from .question_row_decided_type_0 import QuestionRowDecidedType0
from .question_row_decided_type_0_action import QuestionRowDecidedType0Action
from .question_row_kind import QuestionRowKind
from .question_row_status import QuestionRowStatus
from .refused_prompt import RefusedPrompt
from .refused_prompt_passed_type_0 import RefusedPromptPassedType0
from .refused_prompt_sections_item import RefusedPromptSectionsItem
from .result import Result
from .result_artifacts import ResultArtifacts
from .result_artifacts_additional_property import ResultArtifactsAdditionalProperty
from .result_ended_by import ResultEndedBy
from .result_missing_item import ResultMissingItem
from .result_status import ResultStatus
from .run import Run
from .run_attempts import RunAttempts
from .run_bound import RunBound
from .run_control import RunControl
from .run_forked_from import RunForkedFrom
from .run_guards import RunGuards
from .run_guards_additional_property import RunGuardsAdditionalProperty
from .run_links import RunLinks
from .run_row import RunRow
from .run_row_attempts import RunRowAttempts
from .run_row_status import RunRowStatus
from .run_row_workflow import RunRowWorkflow
from .run_status import RunStatus
from .run_usage import RunUsage
from .run_workflow import RunWorkflow
from .schedule_details import ScheduleDetails
from .schedule_details_counts import ScheduleDetailsCounts
from .schedule_details_links import ScheduleDetailsLinks
from .schedule_details_overlap import ScheduleDetailsOverlap
from .schedule_details_workflow import ScheduleDetailsWorkflow
from .schedule_failure import ScheduleFailure
from .usage import Usage
from .verdict import Verdict
from .verdict_nature import VerdictNature
from .verdict_verdict import VerdictVerdict
from .waiting import Waiting
from .waiting_reason import WaitingReason

__all__ = (
    "AgentProvenance",
    "AgentProvenanceToolsItem",
    "AgentProvenanceTurnsItem",
    "AnsweredRoute",
    "AnsweredRoutePassedOverItem",
    "AnsweredRoutePassedOverItemReason",
    "AnswerOption",
    "AnswerOptionAction",
    "AnswerOptionEachItem",
    "AnswerOptionEndsRun",
    "AnswerOptionFieldsItem",
    "AnswerOptionWordless",
    "Artifact",
    "ArtifactAbsent",
    "ArtifactParentsItem",
    "ArtifactSource",
    "ArtifactStatus",
    "Budgets",
    "ConditionEvidence",
    "ConditionEvidenceNamesItem",
    "Decision",
    "DecisionAction",
    "Diff",
    "Escalation",
    "EscalationAllowedActionsItem",
    "EscalationArtifact",
    "EscalationEvidence",
    "EscalationEvidenceChoicesItem",
    "EscalationEvidenceChoicesItemStatus",
    "EscalationExample",
    "EscalationFalseLeavesItem",
    "EscalationKind",
    "EscalationLinks",
    "EscalationOutcomes",
    "EscalationPage",
    "EscalationPageAllowedActionsItem",
    "EscalationPageArtifact",
    "EscalationPageEvidence",
    "EscalationPageEvidenceChoicesItem",
    "EscalationPageEvidenceChoicesItemStatus",
    "EscalationPageExample",
    "EscalationPageFalseLeavesItem",
    "EscalationPageKind",
    "EscalationPageLinks",
    "EscalationPageOutcomes",
    "EscalationPageStatus",
    "EscalationStatus",
    "Event",
    "EventData",
    "EvidenceAttempt",
    "EvidenceAttemptAbsent",
    "EvidenceAttemptBeside",
    "EvidenceAttemptDependencies",
    "EvidenceAttemptDroppedItem",
    "EvidenceAttemptFaultsItem",
    "EvidenceAttemptFeedbackHistoryItem",
    "EvidenceAttemptRenderedPromptItem",
    "EvidenceAttemptRow",
    "EvidenceAttemptRowChanges",
    "EvidenceAttemptRowStatus",
    "EvidenceAttemptStatus",
    "EvidenceAttemptWarningsItem",
    "EvidenceAttemptWarningsItemCode",
    "Failure",
    "FailureProvenanceItem",
    "Issue",
    "LeafOfGuard",
    "LeafOfGuardNature",
    "LeafOfGuardStanding",
    "ListArtifactsResponse200",
    "ListArtifactsResponse200Page",
    "ListEscalationsResponse200",
    "ListEscalationsResponse200Page",
    "ListEventsResponse200",
    "ListEventsResponse200Page",
    "ListRunsResponse200",
    "ListRunsResponse200Page",
    "PublishedDefinition",
    "PublishedDefinitionBound",
    "QuestionFacts",
    "QuestionFactsBudget",
    "QuestionFactsBudgetName",
    "QuestionRow",
    "QuestionRowDecidedType0",
    "QuestionRowDecidedType0Action",
    "QuestionRowKind",
    "QuestionRowStatus",
    "RefusedPrompt",
    "RefusedPromptPassedType0",
    "RefusedPromptSectionsItem",
    "Result",
    "ResultArtifacts",
    "ResultArtifactsAdditionalProperty",
    "ResultEndedBy",
    "ResultMissingItem",
    "ResultStatus",
    "Run",
    "RunAttempts",
    "RunBound",
    "RunControl",
    "RunForkedFrom",
    "RunGuards",
    "RunGuardsAdditionalProperty",
    "RunLinks",
    "RunRow",
    "RunRowAttempts",
    "RunRowStatus",
    "RunRowWorkflow",
    "RunStatus",
    "RunUsage",
    "RunWorkflow",
    "ScheduleDetails",
    "ScheduleDetailsCounts",
    "ScheduleDetailsLinks",
    "ScheduleDetailsOverlap",
    "ScheduleDetailsWorkflow",
    "ScheduleFailure",
    "Usage",
    "Verdict",
    "VerdictNature",
    "VerdictVerdict",
    "Waiting",
    "WaitingReason",
)
